import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import { limitsOf, movedBy, noZoom, zoomedAt, type Point, type Size } from '../zoom.ts'
import { usePictureGestures } from './use-picture-gestures.ts'

/** What a key or a button enlarges by, and a click or a double tap. */
export const zoomStep = 1.6
const clickScale = 2.5

/** Zooms and moves a picture within a stage. One that fits is swiped to the next one. */
export function useZoom({
  stage,
  picture,
  proportions,
  pixels,
  onSwipe,
}: {
  readonly stage: RefObject<HTMLElement | null>
  /** Another one is shown whole. */
  readonly picture: string
  readonly proportions: Size
  /** Its width at most, in pixels; null for a drawing. */
  readonly pixels: number | null
  readonly onSwipe: (by: 1 | -1) => void
}) {
  const [zoom, setZoom] = useState(noZoom)
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  const limits = limitsOf(size, proportions, pixels)
  const zoomAt = (factor: number, at: Point = { x: 0, y: 0 }) =>
    setZoom((before) => zoomedAt(before, factor, at, limits))
  const { swiped, pointOf, handlers } = usePictureGestures({
    zoom,
    limits,
    onZoom: setZoom,
    onTap: (at) => (zoom.scale > 1 ? setZoom(noZoom) : zoomAt(clickScale, at)),
    onSwipe,
  })

  useLayoutEffect(() => setZoom(noZoom), [picture])

  useLayoutEffect(() => {
    const element = stage.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
      setZoom(noZoom)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const lineHeight = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    // A pinch on a touchpad comes as small turns of the wheel with Ctrl.
    zoomAt(Math.exp(-event.deltaY * lineHeight * (event.ctrlKey ? 0.01 : 0.002)), pointOf(event))
  })
  useEffect(() => {
    const element = stage.current
    // By hand: React listens to the wheel without the right to prevent the page's own zoom.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [stage])

  return {
    zoom,
    limits,
    swiped,
    handlers,
    zoomAt,
    reset: () => setZoom(noZoom),
    moveBy: (by: Point) => setZoom((before) => movedBy(before, by, limits)),
  }
}
