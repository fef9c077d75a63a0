import type { Brand } from '../../brands/brands.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { categoryPath, type Category, type ProductSummary } from '../catalogue/catalogue.ts'
import type { StoredBlock } from '../content/page-document.ts'
import { listedPromotions, type Promotion } from '../promotions/promotions.ts'
import { bannerIn, type Sale } from '../promotions/sale.ts'
import type { ShownBlock } from './page-blocks.ts'
import { topCategories } from './site.ts'

/** The data sources of blocks. */
export type BlockSources = {
  readonly brand: Brand
  readonly catalogue: Catalogue
  readonly lists: {
    /** How many products of a category the brand sells, and of those below their recommended price. */
    count(categoryUri: string): number
    savings(categoryUri: string): number
    /** The first SKUs of a list that fills itself. */
    first(list: 'savings' | 'newest', count: number): readonly string[]
  }
  readonly pictureOf: (category: Category) => string
  readonly promotions: { all(): readonly Promotion[]; sale(): Sale }
}

/** How many a list that fills itself shows. */
const max = { savings: 8, newest: 4 } as const
const maxBrands = 24

/** Blocks with current data; empty ones are left out. */
export function shownBlocks(
  blocks: readonly StoredBlock[],
  sources: BlockSources,
): ShownBlock<ProductSummary, Promotion>[] {
  return blocks.flatMap((block) => shownBlock(block, sources) ?? [])
}

function shownBlock(
  block: StoredBlock,
  { brand, catalogue, lists, pictureOf, promotions }: BlockSources,
): ShownBlock<ProductSummary, Promotion> | null {
  switch (block.type) {
    case 'html':
    case 'recentlyViewed':
      return block
    case 'tiles': {
      const sale = promotions.sale()
      const badge = bannerIn(sale, 'categoryBadge')
      if (block.tiles !== 'categories')
        return { ...block, tiles: block.tiles.map((tile) => ({ ...tile, badge: null })), offers: null }
      const tops = topCategories(catalogue.categories, brand, (uri) => lists.count(uri) > 0)
      const offers = bannerIn(sale, 'offersTile')
      if (tops.length === 0 && offers === null) return null
      return {
        ...block,
        tiles: tops.map((one) => ({
          title: one.title,
          subtext: null,
          uri: categoryPath(one.uri),
          image: { src: pictureOf(one), alt: '' },
          badge: lists.savings(one.uri) > 0 ? badge : null,
        })),
        offers,
      }
    }
    case 'products': {
      const skus =
        typeof block.products === 'string' ? lists.first(block.products, max[block.products]) : block.products
      const products = skus
        .flatMap((sku) => catalogue.productBySku(sku) ?? [])
        .filter(({ offers }) => offers[brand.app] !== undefined)
      return products.length === 0 ? null : { ...block, products }
    }
    case 'promotions': {
      const today = catalogue.today(brand.country)
      const running = listedPromotions(promotions.all(), { brand: null, category: null }, today)
      return running.length === 0
        ? null
        : { type: block.type, title: block.title, promotions: running.slice(0, block.count) }
    }
    case 'saleSlot': {
      const banner = bannerIn(promotions.sale(), block.slot)
      return banner === null ? null : { ...block, banner }
    }
    case 'brands': {
      const sold = catalogue.brands.filter((one) => catalogue.directory.isSold(brand.app, one.uri))
      return sold.length === 0
        ? null
        : { ...block, brands: sold.slice(0, maxBrands).map(({ title, uri }) => ({ title, uri })) }
    }
  }
}
