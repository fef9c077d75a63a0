import { defineConfig } from 'vitest/config'

/** One change to one file, given by the environment: how `npm run test:mutants` tries a mutant without writing it to the disk. */
const { MUTANT_FILE: file, MUTANT_START: start, MUTANT_END: end, MUTANT_TEXT: replacement } = process.env

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform(code, id) {
        if (file === undefined || !id.endsWith(`/${file}`)) return null
        return `${code.slice(0, Number(start))}${replacement}${code.slice(Number(end))}`
      },
    },
  ],
  test: { fsModuleCache: false, environment: 'node', maxWorkers: 1, bail: 1, reporters: ['dot'], testTimeout: 20_000 },
})
