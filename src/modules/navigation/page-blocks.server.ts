import type { Brand } from '../../brands/brands.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { categoryPath, stockStatusOf, type Category, type ProductSummary } from '../catalogue/catalogue.ts'
import type { StoredBlock } from '../content/page-document.ts'
import { isProformaBrand } from '../delivery/suppliers.ts'
import { endDateText, isFor, listedPromotions, type Promotion } from '../promotions/promotions.ts'
import { bannerIn, type Sale } from '../promotions/sale.ts'
import type { Store } from '../stores/stores.ts'
import { conditionGroups, newIn } from './internal/outlet.ts'
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
  readonly stores: () => readonly Store[]
  /** Brands whose goods the manufacturer delivers, by arrangement (the setting proformaShippingBrands). */
  readonly deliveredByMaker: string
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

function shownBlock(block: StoredBlock, sources: BlockSources): ShownBlock<ProductSummary, Promotion> | null {
  const { brand, catalogue, lists, pictureOf, promotions } = sources
  switch (block.type) {
    case 'html':
    case 'recentlyViewed':
    case 'feature':
    case 'points':
    case 'fit':
      return block
    case 'room': {
      const spots = block.spots.flatMap(({ sku, ...place }) =>
        soldProducts([sku], sources).map((product) => ({ product, ...place })),
      )
      // A package with a part missing is none.
      const isWhole = !block.isPackage || spots.length === block.spots.length
      return spots.length === 0 || !isWhole ? null : { ...block, spots }
    }
    case 'delivery': {
      const inStock = soldProducts([...lists.first('savings', 24), ...lists.first('newest', 24)], sources).find(
        (product) =>
          stockStatusOf(product, brand.country) === 'inStock' &&
          product.supplierDirect === null &&
          !isProformaBrand(sources.deliveredByMaker, product.brand.title),
      )
      return inStock === undefined ? null : { ...block, product: inStock }
    }
    case 'deals':
      return dealsOf(block, sources)
    case 'conditions': {
      const groups = conditionGroups(catalogue.all(), brand)
      return groups.length === 0 ? null : { ...block, groups }
    }
    case 'justIn': {
      const tops = topCategories(catalogue.categories, brand, (uri) => lists.count(uri) > 0)
      const { total, counts } = newIn(catalogue.all(), brand, catalogue.today(brand.country))
      const categories = tops.flatMap((one) => {
        const count = counts.get(one.uri) ?? 0
        return count === 0 ? [] : [{ title: one.title, uri: categoryPath(one.uri), count, picture: pictureOf(one) }]
      })
      return total === 0 ? null : { ...block, total, categories }
    }
    case 'showrooms': {
      const { type, title, text, count } = block
      const stores = sources.stores().slice(0, count)
      return stores.length === 0 ? null : { type, title, text, stores }
    }
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
      const products = soldProducts(skus, sources)
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

const soldProducts = (skus: readonly string[], { brand, catalogue }: BlockSources): ProductSummary[] =>
  skus.flatMap((sku) => catalogue.productBySku(sku) ?? []).filter(({ offers }) => offers[brand.app] !== undefined)

function dealsOf(
  { type, title, count }: Extract<StoredBlock, { type: 'deals' }>,
  sources: BlockSources,
): ShownBlock<ProductSummary, Promotion> | null {
  const { brand, catalogue, lists, promotions } = sources
  const products = soldProducts(lists.first('savings', count), sources)
  if (products.length === 0) return null
  const today = catalogue.today(brand.country)
  const ending = listedPromotions(promotions.all(), { brand: null, category: null }, today)
    .filter((one) => endDateText(one) !== null)
    .toSorted((a, b) => (a.endDate ?? '').localeCompare(b.endDate ?? ''))
  const offers = products.flatMap((product) => {
    const offer = ending.find((one) => isFor(one, product))
    return offer === undefined ? [] : [[product.sku, offer] as const]
  })
  const { isSaleOn, name, url, time } = promotions.sale()
  const sale = isSaleOn ? { name, uri: url, endsAt: time } : null
  return { type, title, products, sale, offers: Object.fromEntries(offers) }
}
