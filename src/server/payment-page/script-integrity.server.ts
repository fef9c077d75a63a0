import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { element, Markup } from '../../platform/text/markup.ts'

/**
 * Subresource integrity for payment pages (PCI DSS 4.0.1, 6.4.3): every first-party script is named with the hash of the built file.
 * Scripts in the page have an attribute, those that load later are in an import map, whose `integrity` the browser enforces.
 */
export type ScriptIntegrity = {
  /** The page with the hashes. */
  apply(html: string): string
  /** The hash of the import map, for the page's script-src: 'sha256-…'. */
  readonly importMapHash: string
}

export const fraudScriptMeta = 'fraud-script-integrity'

/** Script elements and modulepreload links; nothing else references a first-party script. */
const scriptAddress = / (?:href|src)="(\/assets\/[\w.-]+\.js)"/g

export function createScriptIntegrity(staticFolder: string): ScriptIntegrity {
  const folder = join(staticFolder, 'assets')
  const hashes = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [`/assets/${name}`, integrityOf(readFileSync(join(folder, name)))]),
  )
  const fraud = hashes.get('/assets/fraud-detection.js')
  const meta = fraud === undefined ? '' : element('meta', { name: fraudScriptMeta, content: fraud }).text
  const importMap = JSON.stringify({ integrity: Object.fromEntries(hashes) })
  // Names and hashes of files: nothing in them would end the element.
  const mapElement = element('script', { type: 'importmap' }, new Markup(importMap)).text
  return {
    // A browser reads the import map before it loads the first module, or not at all.
    apply: (html) =>
      html
        .replaceAll(scriptAddress, (attribute, path: string) => {
          const hash = hashes.get(path)
          return hash === undefined ? attribute : `${attribute} integrity="${hash}"`
        })
        .replace(/<(link rel="modulepreload"|script)/, (tag) => mapElement + tag)
        .replace(/<\/head>/, (tag) => meta + tag),
    importMapHash: `sha256-${createHash('sha256').update(importMap).digest('base64')}`,
  }
}

/** Half the length of the longest hash: the page carries one for each of some 250 files. */
export const integrityOf = (bytes: Buffer | string): string =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`
