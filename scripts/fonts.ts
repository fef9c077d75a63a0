/**
 * `npm run fonts`: the files of src/brands/fonts, made from the font packages: of each family the characters of almost every page in one file, which
 * is half the size of the package's; the rest of Latin-1 in a second; and in a third the vowels with a macron, for te reo Māori. Browsers
 * fetch the second and third only for a page that has one of their characters (`unicode-range` in fonts.css).
 * The subsetter is used by nothing else, so it is no dependency: `npm install --no-save subset-font` brings it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fontFeatures, fontParts, fontSources } from '../src/brands/fonts/font-parts.ts'

type Options = {
  readonly targetFormat: 'woff2'
  readonly keepFeatures: readonly string[]
  readonly variationAxes?: { readonly wght: { readonly min: number; readonly max: number } }
}
type Subset = (font: Buffer, text: string, options: Options) => Promise<Buffer>

const root = join(import.meta.dirname, '..')
// A package that may be missing and that the compiler must not resolve.
const name: string = 'subset-font'
const library = (await import(name).catch(() => null)) as { readonly default: Subset } | null
if (library === null) {
  console.error('The subsetter is not here. Bring it with: npm install --no-save subset-font')
  process.exit(1)
}

const licences: string[] = []
for (const { family, package: source, file, weights } of fontSources) {
  const folder = join(root, 'node_modules', source)
  for (const { part, from, characters } of fontParts) {
    const font = readFileSync(join(folder, 'files', file.replace('latin', from)))
    const made = await library.default(font, characters, {
      targetFormat: 'woff2',
      keepFeatures: fontFeatures,
      ...(weights && { variationAxes: { wght: { min: weights[0], max: weights[1] } } }),
    })
    writeFileSync(join(root, 'src/brands/fonts', `${family}-${part}.woff2`), made)
    console.log(`${family}-${part}: ${made.length} bytes`)
  }
  licences.push(readFileSync(join(folder, 'LICENSE'), 'utf8').trim())
}
const [first = '', ...others] = licences
const notices = others.map((licence) => licence.split('\n', 1)[0])
writeFileSync(join(root, 'src/brands/fonts/LICENSE.txt'), [...notices, first, ''].join('\n'))
