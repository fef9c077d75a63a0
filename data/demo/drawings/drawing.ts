import { bedroom } from './bedroom.ts'
import { climate } from './climate.ts'
import { cooking } from './cooking.ts'
import { cooling } from './cooling.ts'
import { dimensionSheet } from './dimension.ts'
import { Scene, type DrawingSpec, type Family, type Kind, type View } from './kit.ts'
import { laundry } from './laundry.ts'
import { lightingDecor } from './lighting-decor.ts'
import { livingTech } from './living-tech.ts'
import { finishes as materialFinishes, material } from './materials.ts'
import { outdoorPlumbing } from './outdoor-plumbing.ts'
import { seating } from './seating.ts'
import { smallAppliances } from './small-appliances.ts'
import { tablesStorage } from './tables-storage.ts'

export type { DrawingSpec, View }

const kinds: Family = {
  ...cooling,
  ...laundry,
  ...cooking,
  ...smallAppliances,
  ...livingTech,
  ...climate,
  ...seating,
  ...bedroom,
  ...tablesStorage,
  ...lightingDecor,
  ...outdoorPlumbing,
}

export const drawingKinds: readonly string[] = Object.keys(kinds)
export const finishes: readonly string[] = materialFinishes

/**
 * The product as a square SVG on a transparent ground, in the true proportions of its dimensions. The same spec always gives the same
 * text. Ids start with a code made from the spec, so drawings can be inlined beside each other.
 */
export function drawing(spec: DrawingSpec): string {
  const kind = kindOf(spec)
  const scene = new Scene(spec, kind, codeOf(spec))
  return scene.finish(kind.draw(scene))
}

/** The product as lines, from the front (or above) and from the side, with its dimensions in millimetres. */
export function dimensionDrawing(spec: DrawingSpec, caption: string): string {
  return dimensionSheet(spec, kindOf(spec), `${codeOf(spec)}d`, caption)
}

/** From where a kind is seen: a `plan` shows width and depth, a `profile` the longer of them and the height. */
export function viewOf(kind: string): View {
  return knownKind(kind).view
}

function knownKind(name: string): Kind {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind) throw new RangeError(`There is no drawing of '${name}'; known kinds are ${drawingKinds.join(', ')}`)
  return kind
}

function kindOf(spec: DrawingSpec): Kind {
  const kind = knownKind(spec.kind)
  material(spec.finish)
  if (spec.accent !== null) material(spec.accent)
  for (const side of ['widthMm', 'heightMm', 'depthMm'] as const) {
    const mm = spec[side]
    if (!Number.isFinite(mm) || mm <= 0)
      throw new RangeError(`A drawing needs a positive ${side}; '${spec.kind}' came with ${mm}`)
  }
  return kind
}

/** FNV-1a over everything that shapes the drawing; starts with a letter, as an id must. */
function codeOf(spec: DrawingSpec): string {
  const text = JSON.stringify([
    spec.kind,
    spec.finish,
    spec.accent,
    Object.entries(spec.options).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    spec.widthMm,
    spec.heightMm,
    spec.depthMm,
  ])
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `p${(hash >>> 0).toString(36)}-`
}
