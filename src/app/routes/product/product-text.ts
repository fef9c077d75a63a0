import { data } from 'react-router'
import type { Route } from './+types/product-text.ts'
import { productCanonical } from '../../../modules/catalogue/catalogue.ts'
import { productText } from '../../../modules/catalogue/product/product-text.server.ts'
import { productView } from '../../../modules/catalogue/product/product-page.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { soldProduct } from './sold-product.server.ts'

/** A product's page for programs that read: the same facts as text (docs/decisions/0037-machines-that-read.md). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    brand,
    services: { catalogue },
  } = context.get(requestContext)
  const product = soldProduct(context.get(requestContext), params.uri)
  const detail = await catalogue.detail(product.id)
  const today = catalogue.today(brand.country)
  const view =
    detail === null
      ? null
      : productView({
          product,
          detail,
          brand,
          attributes: catalogue.attributes,
          variants: await catalogue.variants(detail),
          categoryTitle: (uri) => catalogue.category(uri)?.title ?? uri,
          hasDimensions: false,
          today,
        })
  if (view === null) throw data(null, { status: 404 })
  const canonical = productCanonical(brand, view.uri)
  return new Response(productText(view, { brand, canonical, today }), {
    headers: {
      ...cachedForAll([`product:${product.id}`, `category:${product.categoryUri}`]),
      'content-type': 'text/markdown; charset=utf-8',
      // Search engines show the page itself.
      link: `<${canonical}>; rel="canonical"`,
      'x-robots-tag': 'noindex',
    },
  })
}
