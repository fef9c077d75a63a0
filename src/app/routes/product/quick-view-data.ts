import { data } from 'react-router'
import type { Route } from './+types/quick-view-data.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { cardOf, type CardRules } from '../../../modules/catalogue/product/card.ts'
import { shownPictures } from '../../../modules/catalogue/product/gallery.ts'
import { quickViewOf, type QuickViewProduct } from '../../../modules/catalogue/product/quick-view.ts'
import { pictureAlt } from '../../../modules/catalogue/catalogue.ts'
import { rrpExplanation } from '../../../modules/pricing/pricing.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { cardRules } from '../catalogue/card-rules.server.ts'
import { soldProduct } from './sold-product.server.ts'

/** `rrp` is the brand's text on recommended prices. */
export type QuickViewData = { readonly product: QuickViewProduct; readonly rules: CardRules; readonly rrp: string }

/** A product for its quick view on lists: the same for everyone, and fetched when it is opened. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: { catalogue },
  } = shop
  const product = soldProduct(shop, params.uri)
  const card = cardOf(product, brand, catalogue.today(brand.country))
  const detail = await catalogue.detail(product.id)
  if (card === null || detail === null) throw data(null, { status: 404 })
  const photos = shownPictures(
    detail.images.map((image) => ({ url: image.url, alt: pictureAlt(image, product, brand) })),
    product.title,
  )
  const pictures = photos.length > 0 ? photos : [{ url: product.picture, alt: product.title }]
  const answer: QuickViewData = {
    product: quickViewOf(card, pictures),
    rules: await cardRules(shop),
    rrp: rrpExplanation(brand),
  }
  return Response.json(answer, {
    headers: {
      ...cachedForAll([`product:${product.id}`, `category:${product.categoryUri}`]),
      'x-robots-tag': 'noindex',
    },
  })
}
