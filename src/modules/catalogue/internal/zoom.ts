/** The arithmetic of a picture that is zoomed and moved within a stage. Lengths in CSS pixels; points are relative to the stage's centre. */

export type Point = { readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }

/** How large the picture is shown, 1 being as large as fits, and how far its centre is from that of the stage. */
export type Zoom = Point & { readonly scale: number }

export type ZoomLimits = {
  readonly stage: Size
  /** The picture at scale 1. */
  readonly fitted: Size
  readonly maxScale: number
}

export const noZoom: Zoom = { scale: 1, x: 0, y: 0 }

/** A drawing is sharp at any size. */
const maxDrawingScale = 4
/** A small picture becomes larger too, so that zooming never does nothing. */
const minMaxScale = 2

/** The limits of a picture on a stage. `pixels` is the width in which it can be had; null for a drawing. */
export function limitsOf(stage: Size, proportions: Size, pixels: number | null): ZoomLimits {
  const ratio = Math.min(stage.width / proportions.width, stage.height / proportions.height)
  const fitted = { width: proportions.width * ratio, height: proportions.height * ratio }
  const maxScale = pixels === null ? maxDrawingScale : Math.max(minMaxScale, pixels / fitted.width)
  return { stage, fitted, maxScale }
}

/** Larger or smaller by a factor; what is at the point stays there, unless an edge of the picture would come off that of the stage. */
export function zoomedAt(zoom: Zoom, factor: number, { x, y }: Point, limits: ZoomLimits): Zoom {
  const scale = Math.min(limits.maxScale, Math.max(1, zoom.scale * factor))
  const by = scale / zoom.scale
  return within({ scale, x: x - (x - zoom.x) * by, y: y - (y - zoom.y) * by }, limits)
}

export const movedBy = (zoom: Zoom, { x, y }: Point, limits: ZoomLimits): Zoom =>
  within({ ...zoom, x: zoom.x + x, y: zoom.y + y }, limits)

function within({ scale, x, y }: Zoom, { stage, fitted }: ZoomLimits): Zoom {
  const clamped = (offset: number, picture: number, room: number): number => {
    const max = Math.max(0, (picture * scale - room) / 2)
    return Math.min(max, Math.max(-max, offset)) || 0
  }
  return { scale, x: clamped(x, fitted.width, stage.width), y: clamped(y, fitted.height, stage.height) }
}
