import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadableFiles } from '../../src/platform/storage/object-storage.ts'
import type { ShippedPicture } from '../../src/modules/media/media-records.server.ts'
import type { DemoRecord } from './design.ts'
import { demoProducts } from './catalogue.ts'
import { type Look, lookOf, nearestLook, renderPlan, type RenderModel, type RenderView } from './models/plan.ts'
import type { ModelKind } from './model-words.ts'
import { roomPicture, type RoomName } from './models/rooms.ts'
import type { Manifest } from './models/manifest.ts'

/** The rendered pictures and 3D models of the demonstration: which product shows which, and their bytes. `npm run demo:render` makes them. */

const folder = join(import.meta.dirname, 'pictures')
const addressOf = ({ file }: { readonly file: string }): string => `/media/demo/${file}`

export type DemoPicture = { readonly url: string; readonly alt: string }

const viewAlts: Readonly<Record<RenderView, string>> = {
  angle: '',
  front: ', from the front',
  open: ', open',
  detail: ', close up',
}

/** The rooms in which products of a category stand; the longest address that fits counts. */
const roomsOf: Readonly<Record<string, readonly RoomName[]>> = {
  kitchen: ['kitchen', 'kitchen-dark'],
  'small-appliances': ['kitchen', 'kitchen-dark'],
  laundry: ['laundry', 'showroom'],
  'tv-and-audio': ['media-room'],
  living: ['living-room', 'media-room'],
  'living/tv-units': ['media-room'],
  dining: ['dining-room'],
  bedroom: ['bedroom'],
  office: ['study'],
  'lighting-and-decor/floor-lamps': ['living-room'],
  'lighting-and-decor/rugs': ['living-room'],
  'lighting-and-decor/pendant-lamps': ['dining-room'],
  'lighting-and-decor/mirrors': ['bedroom'],
  outdoor: ['patio'],
}

/** What stands for the categories at the top; others show one of their products. */
const standsFor: Readonly<Record<string, readonly [ModelKind, finish: string]>> = {
  kitchen: ['fridge-french-door', 'stainless'],
  laundry: ['washer-front', 'white'],
  'small-appliances': ['coffee-machine', 'stainless'],
  'floor-care': ['vacuum-stick', 'white'],
  'heating-and-cooling': ['air-conditioner-split', 'white'],
  'tv-and-audio': ['television', 'black'],
  living: ['sofa', 'forest'],
  dining: ['dining-table', 'oak'],
  bedroom: ['bed', 'cream'],
  office: ['office-chair', 'charcoal'],
  'lighting-and-decor': ['floor-lamp', 'brass'],
  outdoor: ['outdoor-lounge', 'oak'],
}

export type DemoPictures = ReturnType<typeof openDemoPictures>

export function openDemoPictures() {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const all = Object.values(manifest).flatMap((views) => Object.values(views))
  const addresses = new Set(all.map(addressOf))
  let plan: readonly RenderModel[] | null = null
  const models = JSON.parse(readFileSync(join(folder, 'glb.json'), 'utf8')) as Models
  const modelFiles = Object.values(models).map(({ file, bytes }) => ({ file, bytes, hash: hashOf(join(folder, file)) }))

  // Stock and prices depend on the date, looks do not.
  const planned = () => (plan ??= renderPlan(demoProducts({ today: '2026-01-01' })))

  function viewsOf(record: DemoRecord): Manifest[string] {
    const own = lookOf(record)
    if (own === null) return {}
    const isThere = ({ key }: Look) => manifest[key]?.angle !== undefined
    const look = isThere(own) ? own : nearestLook(own, planned().filter(isThere))
    return look === null ? {} : { ...manifest[look.key], ...manifest[look.closeUpKey] }
  }

  return {
    /** The pictures of a product, the main one first. While its own are not rendered, those of the look nearest to it; else none. */
    of(record: DemoRecord): DemoPicture[] {
      const views = viewsOf(record)
      const own = (Object.keys(viewAlts) as RenderView[]).flatMap((view) => {
        const stored = views[view]
        return stored === undefined ? [] : [{ url: addressOf(stored), alt: `${record.title}${viewAlts[view]}` }]
      })
      // A room alone would show a shopper everything but the product.
      return own.length === 0 ? [] : [...own, ...inRooms(record).filter(({ url }) => addresses.has(url))]
    },

    /** The picture of a category; null for one that shows one of its products. */
    ofCategory(uri: string): string | null {
      const [kind, finish] = standsFor[uri] ?? []
      const models = planned().filter((model) => model.kind === kind && manifest[model.key]?.angle !== undefined)
      const angle = manifest[(models.find((model) => model.finish === finish) ?? models[0])?.key ?? '']?.angle
      return angle === undefined ? null : addressOf(angle)
    },

    /** The 3D model of a product; null without one. */
    modelOf({ sku }: Pick<DemoRecord, 'sku'>): string | null {
      const model = models[sku]
      return model === undefined ? null : addressOf(model)
    },

    /** What the table of media has for each. */
    get rows(): ShippedPicture[] {
      return [
        ...all.map((stored) => {
          const { hash, bytes, width, height, colour } = stored
          return { address: addressOf(stored), hash, kind: 'avif' as const, bytes, width, height, colour }
        }),
        ...modelFiles.map(({ file, hash, bytes }) => ({
          address: addressOf({ file }),
          hash,
          kind: 'glb' as const,
          bytes,
          width: null,
          height: null,
          colour: null,
        })),
      ]
    },

    files: filesOf(new Map([...all, ...modelFiles].map(({ hash, file }) => [`originals/${hash}`, join(folder, file)]))),
  }
}

/** By SKU, as `pictures/glb.json` has them. */
type Models = Readonly<Record<string, { readonly file: string; readonly bytes: number }>>

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 32)

function inRooms({ categoryUri }: DemoRecord): DemoPicture[] {
  const [top = '', second = ''] = categoryUri.split('/')
  const rooms = roomsOf[`${top}/${second}`] ?? roomsOf[top] ?? []
  return rooms.map(roomPicture).map(({ src, alt }) => ({ url: src, alt }))
}

function filesOf(paths: ReadonlyMap<string, string>): ReadableFiles {
  return {
    async get(key, range) {
      const path = paths.get(key)
      if (path === undefined) return null
      const bytes = await readFile(path)
      return range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)
    },
    async stat(key) {
      const path = paths.get(key)
      if (path === undefined) return null
      const { size, mtime } = await stat(path)
      return { bytes: size, modifiedAt: mtime }
    },
  }
}
