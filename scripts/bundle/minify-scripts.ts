import { minify } from 'terser'
import { minifySync, type Plugin } from 'vite'

const mangledLater = { module: true, mangle: false } as const

/**
 * Minifies what browsers load: Vite's own minifier, and after it terser, which saves another 300 to 800 bytes of every page's script in
 * brotli. No getter of ours or of a library is read for what it does besides answering.
 */
export function minifyScripts(): Plugin {
  return {
    name: 'minify-scripts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async renderChunk(code, chunk) {
      // Three times as large as all the rest and loaded on a click: terser would spend as long on it as on all others, for no gain.
      if (chunk.name === 'model-viewer')
        return { code: minifySync(chunk.fileName, code, { module: true }).code, map: null }
      const smaller = minifySync(chunk.fileName, code, mangledLater).code
      const compress = { passes: 4, keep_fargs: false, pure_getters: true }
      const { code: smallest } = await minify(smaller, { module: true, ecma: 2020, compress })
      if (smallest === undefined) throw new Error(`${chunk.fileName} could not be minified.`)
      return { code: smallest, map: null }
    },
  }
}
