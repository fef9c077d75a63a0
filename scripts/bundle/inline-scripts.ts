import { build, type Plugin } from 'vite'

/**
 * `import text from './name.inline.ts?inline-script'` is a script that stands in the page itself: the compiled and minified text of a
 * call to the function that the file exports by default. The source is linted, type-checked and can be tested; what it imports is
 * bundled into it. Works in the build, in development and in tests.
 */

const query = '?inline-script'

export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(query)) return null
      const { text, sources } = await compileInlineScript(id.slice(0, -query.length))
      for (const source of sources) this.addWatchFile(source)
      return { code: `export default ${JSON.stringify(text)}`, map: null, moduleType: 'js' }
    },
  }
}

const entry = '\0inline-script'

/** The text of the script, and the files that it is made of. */
export async function compileInlineScript(file: string): Promise<{ text: string; sources: readonly string[] }> {
  const result = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'inline-script-call',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? `import run from ${JSON.stringify(file)}\nrun()` : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: 'terser',
      terserOptions: { ecma: 2020, compress: { passes: 4, pure_getters: true } },
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const [built] = Array.isArray(result) ? result : [result]
  if (built === undefined || !('output' in built)) throw new Error(`${file} was not built`)
  const [script] = built.output
  const text = script.code.trim()
  // It goes into a page as it is.
  if (/<[!/]/.test(text)) throw new Error(`${file} contains text that could end its script element`)
  return { text, sources: script.moduleIds.filter((source) => source !== entry) }
}
