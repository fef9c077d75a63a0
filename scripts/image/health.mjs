/** The health check of an image without a shell: 0 while this process serves, 1 when it drains or does not answer. */
const { HOST = '127.0.0.1', INTERNAL_PORT } = process.env
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
try {
  const answer = await fetch(`http://${host}:${INTERNAL_PORT}/readyz`, { signal: AbortSignal.timeout(4_000) })
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.error(`no answer at port ${INTERNAL_PORT}: ${error.message}`)
  process.exitCode = 1
}
