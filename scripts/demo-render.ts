/**
 * `npm run demo:render`: the product pictures of the demo catalogue, rendered with Blender from the models in data/demo/models and stored as
 * AVIF masters in data/demo/pictures. It renders what is missing, so it can be stopped and started again.
 *
 *   --only KIND       only models of this kind (repeatable)
 *   --view VIEW       only this view: angle, front or open
 *   --redo            renders the selected pictures again, after a change to their models
 *   --samples NUMBER  samples per pixel, 24 by default
 *   --count           prints the plan and renders nothing
 *   --sheet FILE      writes a contact sheet of the selected pictures as PNG and renders nothing
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { demoProducts } from '../data/demo/catalogue.ts'
import { finishes, material } from '../data/demo/drawings/materials.ts'
import { type RenderModel, renderPlan, type RenderView } from '../data/demo/models/plan.ts'

type StoredPicture = { readonly file: string; readonly width: number; readonly height: number; readonly bytes: number }
type Manifest = Record<string, Partial<Record<RenderView, StoredPicture>>>
type Picture = { readonly model: RenderModel; readonly view: RenderView; readonly name: string }

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'data/demo/pictures')
const workFolder = join(root, '.cache/demo-render')
const manifestFile = join(pictures, 'manifest.json')
const pixels = 900
const viewOrder: readonly RenderView[] = ['angle', 'open', 'front']

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    view: { type: 'string' },
    redo: { type: 'boolean', default: false },
    samples: { type: 'string', default: '24' },
    count: { type: 'boolean', default: false },
    sheet: { type: 'string' },
  },
})

// The plan does not depend on the date; only stock and prices do.
const plan = renderPlan(demoProducts({ today: '2026-01-01' }))
const selected: Picture[] = viewOrder.flatMap((view) =>
  interleaved(plan)
    .filter((model) => model.views.includes(view))
    .filter(({ kind }) => options.only.length === 0 || options.only.includes(kind))
    .filter(() => options.view === undefined || options.view === view)
    .map((model) => ({ model, view, name: `${model.key}-${view}` })),
)

if (options.count) printPlan()
else if (options.sheet !== undefined) await writeSheet(options.sheet)
else await renderMissing()

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
  const kinds = Object.groupBy(selected, ({ model }) => model.kind)
  for (const [kind, list = []] of Object.entries(kinds)) {
    console.log(`${kind}: ${new Set(list.map(({ model }) => model.key)).size} models, ${list.length} pictures`)
  }
  console.log(`${plan.length} models in all, ${selected.length} pictures selected, ${missing().length} to render`)
}

function masterOf({ name }: Picture): string {
  return join(pictures, `${name}.avif`)
}

function renderedOf({ name }: Picture): string {
  return join(workFolder, `${name}.png`)
}

function missing(): Picture[] {
  return selected.filter((picture) => !existsSync(masterOf(picture)))
}

async function renderMissing(): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  mkdirSync(workFolder, { recursive: true })
  if (options.redo) {
    for (const picture of selected) {
      rmSync(masterOf(picture), { force: true })
      rmSync(renderedOf(picture), { force: true })
    }
  }
  const open = missing()
  console.log(`${open.length} of ${selected.length} pictures to render`)
  const jobsFile = join(workFolder, `jobs-${process.pid}.json`)
  const jobs = open.map((picture) => ({
    kind: picture.model.kind,
    finish: picture.model.finish,
    accent: picture.model.accent,
    options: picture.model.options,
    widthMm: picture.model.widthMm,
    heightMm: picture.model.heightMm,
    depthMm: picture.model.depthMm,
    view: picture.view,
    file: renderedOf(picture),
  }))
  const table = Object.fromEntries(finishes.map((finish) => [finish, material(finish)]))
  writeFileSync(jobsFile, JSON.stringify({ finishes: table, samples: Number(options.samples), pixels, jobs }))

  const blender = spawn('blender', ['-b', '-P', join(root, 'data/demo/models/render.py'), '--', jobsFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((done, fail) => {
    blender.on('error', (error) =>
      fail(new Error('Blender is not installed (Debian: blender, python3-numpy)', { cause: error })),
    )
    blender.on('close', done)
  })
  let next = 0
  for await (const line of createInterface({ input: blender.stdout })) {
    if (/^(Error|Traceback|\s+File)|Error:/.test(line)) console.error(line)
    if (!line.startsWith('picture ')) continue
    console.log(line)
    // Blender works through the jobs in order and names a picture once it is on disk.
    while (next < open.length && existsSync(renderedOf(open[next]!))) await store(open[next++]!)
  }
  const code = await ended
  while (next < open.length && existsSync(renderedOf(open[next]!))) await store(open[next++]!)
  rmSync(jobsFile, { force: true })
  if (code !== 0 || next < open.length)
    throw new Error(`Blender ended with ${code} after ${next} of ${open.length} pictures`)
}

/** Turns a rendered PNG into its master and adds it to the manifest, which lists only pictures that exist. */
async function store(picture: Picture): Promise<void> {
  const png = renderedOf(picture)
  const master = masterOf(picture)
  await sharp(png).avif({ quality: 74, effort: 5 }).toFile(`${master}.part`)
  renameSync(`${master}.part`, master)
  rmSync(png)
  writeManifest()
}

function writeManifest(): void {
  const manifest: Manifest = {}
  for (const model of plan.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    for (const view of model.views) {
      const file = `${model.key}-${view}.avif`
      const path = join(pictures, file)
      if (!existsSync(path)) continue
      manifest[model.key] ??= {}
      manifest[model.key]![view] = { file, width: pixels, height: pixels, bytes: statSync(path).size }
    }
  }
  writeFileSync(`${manifestFile}.part`, `${JSON.stringify(manifest, null, 1)}\n`)
  renameSync(`${manifestFile}.part`, manifestFile)
}

async function writeSheet(file: string): Promise<void> {
  const stored = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const shown = selected.filter(({ model, view }) => stored[model.key]?.[view])
  const cell = 220
  const columns = 8
  const tiles = await Promise.all(
    shown.map(async (picture, position) => ({
      input: await sharp(masterOf(picture)).resize(cell, cell).png().toBuffer(),
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
