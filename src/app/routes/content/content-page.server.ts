import { data } from 'react-router'
import { canonicalAddress } from '../../../brands/brands.ts'
import type { StoredPage } from '../../../modules/content/page-document.ts'
import { cardOf } from '../../../modules/catalogue/product/card.ts'
import { topCategories } from '../../../modules/navigation/site.ts'
import type { ContentPageProps } from '../../../modules/navigation/ui/content-page.tsx'
import { serialize } from '../../../platform/serialized.ts'
import type { RequestContext } from '../../../composition/request-context.ts'
import { cardRules } from '../catalogue/card-rules.server.ts'
import { mastheadMarkup } from './masthead-markup.server.tsx'
import { cachedForAll } from '../../head/page-headers.ts'

/** How many pictures are beside the text of a masthead without one. */
const stageSize = 3

/** The data of a block page; `path` is its canonical one. */
export async function contentPageData(shop: RequestContext, page: StoredPage, path: string) {
  const {
    brand,
    services: {
      catalogue,
      search: { listings },
    },
  } = shop
  const today = catalogue.today(brand.country)
  const tops = topCategories(catalogue.categories, brand, (uri) => listings.count(brand, uri) > 0)
  const content: ContentPageProps = {
    title: page.title,
    masthead: mastheadMarkup(
      page.masthead,
      path === '/' ? { isBeside: true, stage: tops.slice(0, stageSize).map(catalogue.pictureOf) } : {},
    ),
    blocks: shop.services.navigation
      .blocks(brand, page)
      .map((block) =>
        block.type === 'products'
          ? { ...block, products: block.products.flatMap((product) => cardOf(product, brand, today) ?? []) }
          : block,
      ),
    today,
    rules: await cardRules(shop),
  }
  const about = {
    title: page.metaTitle ?? `${page.title} – ${brand.companyName}`,
    description: page.metaDescription ?? '',
    canonical: canonicalAddress(brand, path),
  }
  return data(serialize({ content, about, pageType: page.pageType }), {
    headers: cachedForAll(['home', 'listings', 'content', 'promotions']),
  })
}
