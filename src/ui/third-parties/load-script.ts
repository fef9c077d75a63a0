const loading = new Map<string, Promise<void>>()

/** Runs a script of another host, once for each address; rejects when it could not be had, and may then be tried again. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address)
  if (known !== undefined) return known
  const loaded = new Promise<void>((done, fail) => {
    const script = document.createElement('script')
    script.async = true
    script.src = address
    script.addEventListener('load', () => done())
    script.addEventListener('error', () => {
      loading.delete(address)
      script.remove()
      fail(new Error(`${address} could not be loaded`))
    })
    document.head.append(script)
  })
  loading.set(address, loaded)
  return loaded
}
