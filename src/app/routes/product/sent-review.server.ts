import { data } from 'react-router'
import type { MediaService } from '../../../modules/media/media.server.ts'
import { photosProblem } from '../../../modules/reviews/writing.ts'
import { isPictureKind, knownFile } from '../../../platform/files/file-kinds.server.ts'
import type { FieldMessages, Typed } from '../../../platform/forms/typed-form.ts'
import { err, ok, type Result } from '../../../platform/result.ts'

export type SentReview = {
  readonly typed: Typed
  /** What is wrong with the number or the sizes of the photos. */
  readonly problems: FieldMessages
  /** Stores the photos and returns their addresses; or says which of them is no picture, and stores none after it. */
  store(media: Pick<MediaService, 'addShopperPhoto'>): Promise<Result<readonly string[], string>>
}

/** A review's form with its photos. Responds with 400 to what is no form. */
export async function sentReview(request: Request): Promise<SentReview> {
  const form = await request.formData().catch(() => null)
  if (form === null) throw data(null, { status: 400 })
  const typed: Record<string, string> = {}
  const files: File[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') typed[name] = value
    // A field without a choice sends a file without a name.
    else if (name === 'photos' && value.name !== '') files.push(value)
  }
  const problem = photosProblem(files)
  return {
    typed,
    problems: problem === null ? {} : { photos: problem },
    async store(media) {
      const addresses: string[] = []
      for (const file of files) {
        const stored = await storePhoto(file, media)
        if (!stored.ok) return err(`${file.name}: ${stored.problem}`)
        addresses.push(stored.value)
      }
      return ok([...new Set(addresses)])
    },
  }
}

async function storePhoto(file: File, media: Pick<MediaService, 'addShopperPhoto'>): Promise<Result<string, string>> {
  const read = await knownFile(Buffer.from(await file.arrayBuffer()), { name: file.name, declared: file.type })
  if (!read.ok) return err(read.problem)
  if (!isPictureKind(read.value.kind)) return err('Please choose a JPEG, PNG, WebP or AVIF picture.')
  return media.addShopperPhoto(read.value.bytes)
}
