import type { RenderView } from './plan.ts'

/** What `pictures/manifest.json` says: the rendered pictures by the key of their model, or `room-` and the name of a room. */
export type Manifest = Readonly<Record<string, Readonly<Partial<Record<RenderView | 'wide', StoredPicture>>>>>

export type StoredPicture = {
  /** In `data/demo/pictures`. */
  readonly file: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** The first half of the SHA-256 of the file, as media are stored under. */
  readonly hash: string
  /** The average, or 0000 where parts are transparent. */
  readonly colour: string
}
