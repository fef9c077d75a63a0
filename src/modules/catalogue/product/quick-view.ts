import { productPath } from '../catalogue.ts'
import type { Card } from './card.ts'
import type { ProductPicture } from './gallery.ts'

/** What decides about a product, over the list that it is in: its card, and more of its pictures. */
export type QuickViewProduct = Card & { readonly pictures: readonly Pick<ProductPicture, 'url' | 'alt'>[] }

/** More would be the page itself. */
const maxPictures = 5

/** The address of its data. */
export const quickViewPath = (uri: string): string => `${productPath(uri)}/quick-view`

export const quickViewOf = (card: Card, photos: readonly ProductPicture[]): QuickViewProduct => ({
  ...card,
  pictures: photos.slice(0, maxPictures).map(({ url, alt }) => ({ url, alt })),
})
