import type { FileTile } from './file-tile.tsx'

/** What became of a file that was sent: stored, or refused for a reason in words. */
export type UploadResult =
  | { readonly name: string; readonly problem: null; readonly tile: FileTile }
  | { readonly name: string; readonly problem: string; readonly tile: null }

/** What files may be, checked before they are sent; the server checks again. */
export type UploadLimits = {
  readonly maxBytes: number
  readonly tooLarge: string
  readonly maxFiles: number
}
