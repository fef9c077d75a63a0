import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The viewer of 3D models (`@google/model-viewer`) as the content policy allows it: without a style element, which no hash would cover, and
 * with a decoder of meshopt compression that is JavaScript instead of WebAssembly, which would need 'wasm-unsafe-eval' on every page. The
 * decoder is slower; the largest model of the demonstration takes it a few milliseconds.
 */

// Its package exports the other decoder only.
const decoder = join(
  dirname(createRequire(import.meta.url).resolve('meshoptimizer/decoder')),
  'meshopt_decoder_reference.js',
)

export function modelViewer(): Plugin {
  return {
    name: 'model-viewer',
    // Before it is bundled for development, which would hide its modules.
    config: () => ({ optimizeDeps: { exclude: ['@google/model-viewer'] } }),
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('/libs/meshopt_decoder.module.js') ? decoder : null),
    transform(code, id) {
      const change = Object.entries(changes).find(([path]) => id.includes(`@google/model-viewer/lib/${path}`))?.[1]
      return change === undefined ? null : { code: change(code), map: null }
    },
  }
}

/** By the module that is changed. */
export const changes: Readonly<Record<string, (code: string) => string>> = {
  'template.js'(code) {
    const [before = '', rest = ''] = code.split('<style>')
    const [css = '', after = ''] = rest.split('</style>')
    const filled = 'render(templateResult, shadowRoot);'
    return [
      before,
      replaced(after, filled, `${filled}\nshadowRoot.adoptedStyleSheets = [sheet];`),
      '\nconst sheet = new CSSStyleSheet();',
      `\nsheet.replaceSync(${JSON.stringify(css)});\n`,
    ].join('')
  },
  'three-components/CachingGLTFLoader.js': (code) =>
    replaced(code, 'let meshoptDecoder;', 'let meshoptDecoder = MeshoptDecoder;'),
}

function replaced(code: string, part: string, by: string): string {
  if (!code.includes(part)) throw new Error(`@google/model-viewer has changed: ${part} is not in its module.`)
  return code.replace(part, by)
}
