import { days } from '../platform/clock.ts'
import type { FileReferences } from '../modules/media/media-references.server.ts'
import type { MediaService } from '../modules/media/media.server.ts'

/**
 * Every column that can reference an uploaded file, by table. Add new columns that hold an address or a text with pictures here;
 * file-references.server.test.ts looks for such columns in the database.
 */
export const fileReferences = {
  product: ['images', 'documents', 'videos', 'model_url', 'short_description', 'description', 'features'],
  content_entry: ['document'],
  promotion: ['thumbnail_url', 'content', 'terms'],
  sale: ['base_image_path', 'images', 'url'],
  brand: ['blurb', 'wordmark'],
  category: ['intro', 'picture'],
  navigation_entry: ['image_url'],
  store: ['image_url', 'description'],
  cooking_demo: ['image_url', 'description'],
  delivery_service: ['blurb'],
  upsell_option: ['blurb'],
  search_redirects: ['url'],
  redirect: ['destination'],
  setting: ['value'],
  review: ['photos'],
  // An order shows its products as they were bought.
  payment_attempt: ['snapshot'],
  customer_order: ['snapshot'],
} as const satisfies FileReferences

/** Long enough for a page that is edited over weeks, and for undoing a change. */
export const unusedFor = days(30)

/** Deletes uploads that nothing references any more, and returns how many. */
export const forgetUnusedFiles = (media: Pick<MediaService, 'removeUnused'>, now: Date): Promise<number> =>
  media.removeUnused(fileReferences, new Date(now.getTime() - unusedFor))
