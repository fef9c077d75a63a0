import { data } from 'react-router'
import { canonicalAddress } from '../../../brands/brands.ts'
import type { StoredPage } from '../../../modules/content/page-document.ts'
import { topCategories } from '../../../modules/navigation/site.ts'
import type { ContentPageProps } from '../../../modules/navigation/ui/content-page.tsx'
import { serialize } from '../../../platform/serialized.ts'
import type { RequestContext } from '../../../composition/request-context.ts'
import { cardRules } from '../catalogue/card-rules.server.ts'
import { mastheadMarkup } from './masthead-markup.server.tsx'
import { pageBlocks } from './page-blocks.server.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { cacheSeconds } from '../stores/store-blurb.server.ts'

/** How many pictures are beside the text of a masthead without one. */
const stageSize = 3

const tags = ['home', 'listings', 'content', 'promotions']

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
    blocks: await pageBlocks(shop, page, today),
    today,
    rules: await cardRules(shop),
  }
  const about = {
    title: page.metaTitle ?? `${page.title} – ${brand.companyName}`,
    description: page.metaDescription ?? '',
    canonical: canonicalAddress(brand, path),
  }
  return data(serialize({ content, about, pageType: page.pageType }), {
    // Seats of cooking demos are taken at any time.
    headers: page.blocks.some(({ type }) => type === 'showrooms')
      ? cachedForAll([...tags, 'stores'], cacheSeconds)
      : cachedForAll(tags),
  })
}
