import { useRef, useState, type PointerEvent } from 'react'
import { movedBy, zoomedAt, type Point, type Zoom, type ZoomLimits } from '../zoom.ts'

/** What moves less than this was a tap. */
const tapPixels = 8
const doubleTapMs = 320
const swipePixels = 48

type Gesture = {
  readonly zoom: Zoom
  /** Where the pointers were, by id. */
  readonly from: ReadonlyMap<number, Point>
  readonly isSwipe: boolean
}

/** Drag, pinch, click and double tap of a picture, from the events of pointers on its stage. */
export function usePictureGestures({
  zoom,
  limits,
  onZoom,
  onTap,
  onSwipe,
}: {
  readonly zoom: Zoom
  readonly limits: ZoomLimits
  readonly onZoom: (zoom: Zoom) => void
  /** A click, or a double tap of a finger. */
  readonly onTap: (at: Point) => void
  readonly onSwipe: (by: 1 | -1) => void
}) {
  const [swiped, setSwiped] = useState(0)
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(null)
  const tappedAt = useRef(0)

  function begin(): void {
    const isSwipe = zoom.scale === 1 && pointers.current.size === 1
    gesture.current = { zoom, from: new Map(pointers.current), isSwipe }
  }

  function move({ zoom: before, from, isSwipe }: Gesture): void {
    const [first, second] = [...from].flatMap(([id, start]) => {
      const now = pointers.current.get(id)
      return now === undefined ? [] : [{ start, now }]
    })
    if (first === undefined) return
    if (second !== undefined) onZoom(pinched(before, first, second, limits))
    else if (isSwipe) setSwiped(first.now.x - first.start.x)
    else onZoom(movedBy(before, difference(first.now, first.start), limits))
  }

  function tap(event: PointerEvent): void {
    const isSecond = event.timeStamp - tappedAt.current < doubleTapMs
    tappedAt.current = isSecond ? 0 : event.timeStamp
    if (event.pointerType === 'mouse' || isSecond) onTap(pointOf(event))
  }

  function end(event: PointerEvent): void {
    const { current } = gesture
    const start = current?.from.get(event.pointerId)
    const now = pointers.current.get(event.pointerId)
    pointers.current.delete(event.pointerId)
    setSwiped(0)
    if (current?.from.size === 1 && start !== undefined && now !== undefined && event.type === 'pointerup') {
      const by = difference(now, start)
      if (Math.hypot(by.x, by.y) < tapPixels) tap(event)
      else if (current.isSwipe && Math.abs(by.x) > Math.max(swipePixels, Math.abs(by.y))) onSwipe(by.x < 0 ? 1 : -1)
    }
    // The finger that is left goes on from where it is.
    if (pointers.current.size > 0) begin()
    else gesture.current = null
  }

  return {
    /** How far the picture follows a finger before it is swiped away. */
    swiped,
    pointOf,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, pointOf(event))
        begin()
      },
      onPointerMove(event: PointerEvent) {
        if (!pointers.current.has(event.pointerId) || gesture.current === null) return
        pointers.current.set(event.pointerId, pointOf(event))
        move(gesture.current)
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}

type Located = {
  readonly clientX: number
  readonly clientY: number
  readonly currentTarget: EventTarget | null
}

/** Relative to the centre of the stage, which listens. */
function pointOf({ clientX, clientY, currentTarget }: Located): Point {
  if (!(currentTarget instanceof Element)) return { x: 0, y: 0 }
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

type Track = { readonly start: Point; readonly now: Point }

/** Two fingers: what is between them stays between them. */
function pinched(before: Zoom, a: Track, b: Track, limits: ZoomLimits): Zoom {
  const centre = middle(a.start, b.start)
  const factor = distance(a.now, b.now) / Math.max(1, distance(a.start, b.start))
  return movedBy(zoomedAt(before, factor, centre, limits), difference(middle(a.now, b.now), centre), limits)
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const difference = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
