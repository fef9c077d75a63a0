// Stands in for the anti-fraud service's script, which is served from here as well: the same door, and a token that means nothing.
;(() => {
  if (window.fraudDetection !== undefined) return
  const token = `local-${crypto.randomUUID()}`
  window.fraudDetection = { getToken: async () => token }
})()
