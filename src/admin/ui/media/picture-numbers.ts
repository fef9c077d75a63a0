/** Crop and focal point as the fields of a form have them, and what pointing and keys make of them. No I/O. */

export type Size = { readonly width: number; readonly height: number }

/** Null where the field is empty, or holds no number. The focal point is in percent of what is shown, the crop in pixels of the original. */
export type Numbers = Readonly<
  Record<'focusX' | 'focusY' | 'cropLeft' | 'cropTop' | 'cropWidth' | 'cropHeight', number | null>
>

const names = ['focusX', 'focusY', 'cropLeft', 'cropTop', 'cropWidth', 'cropHeight'] as const

export function readNumbers(valueOf: (name: string) => string): Numbers {
  const read = (name: string) => (/^\s*\d{1,5}\s*$/.test(valueOf(name)) ? Number(valueOf(name)) : null)
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Numbers
}

export type Part = Size & { readonly left: number; readonly top: number }

/** What is shown of a picture: its crop, kept within it; all of it while the crop is incomplete. */
export function shownPart(numbers: Numbers, picture: Size): Part {
  const { cropLeft: left, cropTop: top, cropWidth: width, cropHeight: height } = numbers
  if (left === null || top === null || width === null || height === null) return { left: 0, top: 0, ...picture }
  const [x, y] = [Math.min(left, picture.width - 1), Math.min(top, picture.height - 1)]
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(width, picture.width - x)),
    height: Math.max(1, Math.min(height, picture.height - y)),
  }
}

type Point = { readonly x: number; readonly y: number }

/** The focal point at a point of the original. */
export function focusAt({ x, y }: Point, numbers: Numbers, picture: Size): Partial<Numbers> {
  const part = shownPart(numbers, picture)
  return { focusX: percentOf(x - part.left, part.width), focusY: percentOf(y - part.top, part.height) }
}

const percentOf = (value: number, whole: number): number =>
  Math.round(Math.min(100, Math.max(0, (value / whole) * 100)))

/** The rectangle between two points. A press without a drag leaves the crop as it is. */
export function draggedCrop(from: Point, to: Point): Partial<Numbers> {
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  if (width < 8 || height < 8) return {}
  return { cropLeft: Math.min(from.x, to.x), cropTop: Math.min(from.y, to.y), cropWidth: width, cropHeight: height }
}

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What a key changes: a step of one, with Shift ten times as much, with Alt the size of the crop. Null for any other key. */
export function movedBy(
  what: 'focus' | 'crop',
  { key, shiftKey, altKey }: { readonly key: string; readonly shiftKey: boolean; readonly altKey: boolean },
  numbers: Numbers,
  picture: Size,
): Partial<Numbers> | null {
  const [x, y] = directions[key] ?? []
  if (x === undefined || y === undefined) return null
  const step = shiftKey ? 10 : 1
  if (what === 'focus')
    return {
      focusX: within((numbers.focusX ?? 50) + x * step, 0, 100),
      focusY: within((numbers.focusY ?? 50) + y * step, 0, 100),
    }
  const { left, top, width, height } = shownPart(numbers, picture)
  if (altKey)
    return {
      cropLeft: left,
      cropTop: top,
      cropWidth: within(width + x * step, 1, picture.width - left),
      cropHeight: within(height + y * step, 1, picture.height - top),
    }
  return {
    cropLeft: within(left + x * step, 0, picture.width - width),
    cropTop: within(top + y * step, 0, picture.height - height),
    cropWidth: width,
    cropHeight: height,
  }
}

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))
