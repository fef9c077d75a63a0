/** A file with its progress from 0 to 1. Rejects when the answer is not the file. */
export async function fetchModel(
  address: string,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (part: number) => void },
): Promise<Blob> {
  const response = await fetch(address, { signal })
  if (!response.ok || response.body === null) throw new Error(`${address} answered ${response.status}`)
  const total = Number(response.headers.get('content-length'))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value)
    bytes += read.value.byteLength
    if (total > 0) onProgress(Math.min(1, bytes / total))
  }
  return new Blob(parts, { type: 'model/gltf-binary' })
}
