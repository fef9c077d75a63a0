/**
 * `npm run demo:render`: the product pictures of the demo catalogue, rendered with Blender from the models in data/demo/models and stored as
 * AVIF masters in data/demo/pictures. It renders what is missing, so it can be stopped and started again.
 *
 *   --only KIND       only models of this kind (repeatable)
 *   --view VIEW       only this view: angle, front, open, or wide for the rooms
 *   --redo            renders the selected pictures again, after a change to their models
 *   --samples NUMBER  samples per pixel, 24 by default
 *   --glb             instead of pictures, the 3D model of the first product of each kind, compressed with meshopt
 *   --count           prints the plan and renders nothing
 *   --sheet FILE      writes a contact sheet of the selected pictures as PNG and renders nothing
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { demoProducts } from '../data/demo/catalogue.ts'
import { materials } from '../data/demo/models/finishes.ts'
import type { Manifest, StoredPicture } from '../data/demo/models/manifest.ts'
import { type RenderModel, renderPlan, type RenderView } from '../data/demo/models/plan.ts'
import { roomNames } from '../data/demo/models/rooms.ts'

type View = RenderView | 'wide'
type Picture = {
  readonly key: string
  readonly kind: string
  readonly view: View
  readonly width: number
  readonly height: number
  /** For render.py. */
  readonly job: Readonly<Record<string, unknown>>
}

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'data/demo/pictures')
const workFolder = join(root, '.cache/demo-render')
const manifestFile = join(pictures, 'manifest.json')
const pixels = 900
// Main pictures first, so that a run that is stopped early has been of most use.
const viewOrder: readonly View[] = ['angle', 'wide', 'open', 'front']

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    view: { type: 'string' },
    redo: { type: 'boolean', default: false },
    samples: { type: 'string', default: '24' },
    glb: { type: 'boolean', default: false },
    count: { type: 'boolean', default: false },
    sheet: { type: 'string' },
  },
})

// The plan does not depend on the date; only stock and prices do.
const products = [...demoProducts({ today: '2026-01-01' })]
const plan = renderPlan(products)
const all: readonly Picture[] = [...interleaved(plan).flatMap(picturesOf), ...roomNames.map(roomPicture)]
const selected = viewOrder.flatMap((view) =>
  all.filter(
    (picture) =>
      picture.view === view &&
      (options.only.length === 0 || options.only.includes(picture.kind)) &&
      (options.view === undefined || options.view === view),
  ),
)

if (options.count) printPlan()
else if (options.glb) await exportModels()
else if (options.sheet !== undefined) await writeSheet(options.sheet)
else await renderMissing()

function picturesOf({
  key,
  kind,
  views,
  finish,
  accent,
  options: look,
  widthMm,
  heightMm,
  depthMm,
}: RenderModel): Picture[] {
  return views.map((view) => {
    const job = { kind, finish, accent, options: look, widthMm, heightMm, depthMm, view }
    return { key, kind, view, width: pixels, height: pixels, job }
  })
}

function roomPicture(room: string): Picture {
  const [width, height] = [1600, 900]
  return { key: `room-${room}`, kind: 'room', view: 'wide', width, height, job: { room, width, height } }
}

/** One model of each kind in turn, so that a run that is stopped early has covered all kinds. */
function interleaved(models: readonly RenderModel[]): RenderModel[] {
  const seen = new Map<string, number>()
  return models
    .map((model) => {
      const turn = seen.get(model.kind) ?? 0
      seen.set(model.kind, turn + 1)
      return { model, turn }
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ model }) => model)
}

function printPlan(): void {
  const kinds = Object.groupBy(selected, ({ kind }) => kind)
  for (const [kind, list = []] of Object.entries(kinds)) {
    console.log(`${kind}: ${new Set(list.map(({ key }) => key)).size} models, ${list.length} pictures`)
  }
  console.log(`${plan.length} models in all, ${selected.length} pictures selected, ${missing().length} to render`)
}

function masterOf({ key, view }: Picture): string {
  return join(pictures, `${key}-${view}.avif`)
}

function renderedOf({ key, view }: Picture): string {
  return join(workFolder, `${key}-${view}.png`)
}

function missing(): Picture[] {
  return selected.filter((picture) => !existsSync(masterOf(picture)))
}

async function renderMissing(): Promise<void> {
  if (options.redo) {
    for (const picture of selected) {
      rmSync(masterOf(picture), { force: true })
      rmSync(renderedOf(picture), { force: true })
    }
  }
  const open = missing()
  console.log(`${open.length} of ${selected.length} pictures to render`)
  const jobs = open.map((picture) => ({ ...picture.job, file: renderedOf(picture) }))
  let next = 0
  const storeFinished = async () => {
    // Blender works through the jobs in order and names a picture once it is on disk.
    while (next < open.length && existsSync(renderedOf(open[next]!))) await store(open[next++]!)
  }
  await runBlender('render.py', jobs, storeFinished)
  await storeFinished()
  if (next < open.length) throw new Error(`Blender ended after ${next} of ${open.length} pictures`)
}

/** Runs a script of data/demo/models inside Blender and calls back after each line that reports a finished job. */
async function runBlender(script: string, jobs: readonly object[], onFinished: () => Promise<void>): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  mkdirSync(workFolder, { recursive: true })
  const jobsFile = join(workFolder, `jobs-${process.pid}.json`)
  writeFileSync(jobsFile, JSON.stringify({ finishes: materials, samples: Number(options.samples), pixels, jobs }))
  const blender = spawn('blender', ['-b', '-P', join(root, 'data/demo/models', script), '--', jobsFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((done, fail) => {
    blender.on('error', (cause) =>
      fail(new Error('Blender is not installed (Debian: blender, python3-numpy)', { cause })),
    )
    blender.on('close', done)
  })
  for await (const line of createInterface({ input: blender.stdout })) {
    if (/^(Error|Traceback|\s+File)|Error:/.test(line)) console.error(line)
    if (!/^(picture|model) \d/.test(line)) continue
    console.log(line)
    await onFinished()
  }
  const code = await ended
  rmSync(jobsFile, { force: true })
  if (code !== 0) throw new Error(`Blender ended with ${code}`)
}

/**
 * One model of each kind is enough to show 3D and AR. It stands in the shopper's room, so it has the exact size of its product, where
 * pictures share a size.
 */
async function exportModels(): Promise<void> {
  const sizes = new Map(products.map((product) => [product.sku, product]))
  const firsts = [...new Map(plan.toReversed().map((model) => [model.kind, model])).values()]
  const files = firsts.map((model) => {
    const sku = model.skus[0]!
    const { widthMm, heightMm, depthMm } = sizes.get(sku)!
    const exported = join(workFolder, `${sku}.glb`)
    const job = { ...model, widthMm, heightMm, depthMm, view: 'angle', file: exported }
    return { sku, job, exported, master: join(pictures, `${sku}.glb`) }
  })
  const open = files.filter(
    ({ job, master }) =>
      (options.only.length === 0 || options.only.includes(job.kind)) && (options.redo || !existsSync(master)),
  )
  for (const { exported } of open) rmSync(exported, { force: true })
  await runBlender(
    'export_glb.py',
    open.map(({ job }) => job),
    async () => {},
  )
  const packer = join(root, 'node_modules/gltfpack/cli.js')
  for (const { exported, master } of open) {
    const compressed = spawnSync(process.execPath, [packer, '-i', exported, '-o', master, '-cc'])
    if (compressed.status !== 0) throw new Error(`gltfpack: ${compressed.stderr}`)
    rmSync(exported)
  }
  const listed = files
    .filter(({ master }) => existsSync(master))
    .map(({ sku, master }) => [sku, { file: basename(master), bytes: statSync(master).size }])
  writeFileSync(join(pictures, 'glb.json'), `${JSON.stringify(Object.fromEntries(listed), null, 1)}\n`)
  console.log(`${files.length} models in ${pictures}`)
}

/** Turns a rendered PNG into its master and adds it to the manifest, which lists only pictures that exist. */
async function store(picture: Picture): Promise<void> {
  const png = renderedOf(picture)
  const master = masterOf(picture)
  await sharp(png).avif({ quality: 74, effort: 5 }).toFile(`${master}.part`)
  renameSync(`${master}.part`, master)
  rmSync(png)
  await writeManifest()
}

async function writeManifest(): Promise<void> {
  const before = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const manifest: Record<string, Manifest[string]> = {}
  for (const picture of all.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const master = masterOf(picture)
    if (!existsSync(master)) continue
    const { key, view } = picture
    const known = before[key]?.[view]
    const isSame = known !== undefined && known.bytes === statSync(master).size && !isNew(master)
    manifest[key] = { ...manifest[key], [view]: isSame ? known : await factsOf(picture) }
  }
  writeFileSync(`${manifestFile}.part`, `${JSON.stringify(manifest, null, 1)}\n`)
  renameSync(`${manifestFile}.part`, manifestFile)
}

/** Whether a master is younger than the manifest. */
const isNew = (master: string): boolean => statSync(master).mtimeMs > statSync(manifestFile).mtimeMs

/** What the shop has to know of a master, so that no start has to read it. */
async function factsOf(picture: Picture): Promise<StoredPicture> {
  const master = masterOf(picture)
  const bytes = readFileSync(master)
  const { channels } = await sharp(bytes).stats()
  const isOpaque = channels[3] === undefined || channels[3].min === 255
  const colour = channels
    .slice(0, 3)
    .map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
    .join('')
  return {
    file: basename(master),
    width: picture.width,
    height: picture.height,
    bytes: bytes.byteLength,
    hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    colour: isOpaque ? colour : '0000',
  }
}

async function writeSheet(file: string): Promise<void> {
  const stored = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const shown = selected.filter(({ key, view }) => stored[key]?.[view])
  const cell = 220
  const columns = 8
  const tiles = await Promise.all(
    shown.map(async (picture, position) => ({
      input: await sharp(masterOf(picture))
        .resize(cell, cell, { fit: 'contain', background: '#0000' })
        .png()
        .toBuffer(),
      left: (position % columns) * cell,
      top: Math.floor(position / columns) * cell,
    })),
  )
  const height = Math.max(1, Math.ceil(shown.length / columns)) * cell
  await sharp({ create: { width: columns * cell, height, channels: 3, background: '#f4f1ea' } })
    .composite(tiles)
    .png()
    .toFile(file)
  console.log(`${shown.length} pictures in ${file}`)
}
