import type { KnownFile } from '../../../platform/files/file-kinds.server.ts'
import { scanProblem, scanTexts, type FileScan } from '../../../platform/files/file-scan.ts'
import { err, type Result } from '../../../platform/result.ts'
import { inspectedPicture, redrawnPicture } from './picture-answers.server.ts'
import type { PictureProcesses } from './picture-processes.server.ts'

/** Pixels: what fills a laptop's window. */
const storedWidth = 1_600

/**
 * Stores a photo of a shopper and returns its address, or what is wrong with it. The file itself is not kept: it may say where it was taken,
 * and strangers may send many large ones (decision 0062).
 */
export async function addShopperPhoto(
  bytes: Buffer,
  {
    processes,
    scan,
    add,
  }: {
    readonly processes: Pick<PictureProcesses, 'run'>
    readonly scan: FileScan | null
    readonly add: (file: KnownFile) => Promise<Result<string, string>>
  },
): Promise<Result<string, string>> {
  const threat = await scanProblem(scan, bytes)
  if (threat !== null) return err(scanTexts[threat])
  const inspected = await inspectedPicture(processes, bytes)
  if (!inspected.ok) return inspected
  const photo = await redrawnPicture(processes, bytes, storedWidth)
  if (!photo.ok) return photo
  return photo.value === null ? err('The picture could not be read.') : add({ kind: 'jpg', bytes: photo.value })
}
