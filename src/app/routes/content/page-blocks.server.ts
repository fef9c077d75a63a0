import { timeZoneOf } from '../../../brands/apps.ts'
import type { RequestContext } from '../../../composition/request-context.ts'
import type { ProductSummary } from '../../../modules/catalogue/catalogue.ts'
import { cardOf, type Card } from '../../../modules/catalogue/product/card.ts'
import type { StoredPage } from '../../../modules/content/page-document.ts'
import { anyDemo, availabilities, demoPath } from '../../../modules/events/events.ts'
import type { ShownBlock } from '../../../modules/navigation/page-blocks.ts'
import { compositionMarkup, isStatic } from '../../../modules/navigation/ui/composition.server.tsx'
import type { ComingDemo } from '../../../modules/navigation/ui/showrooms.server.tsx'
import type { PageBlock } from '../../../modules/navigation/ui/content-page.tsx'
import { promotionPath, type Promotion } from '../../../modules/promotions/promotions.ts'
import { clockTextIn, dayIn, shortDay, type Day } from '../../../platform/calendar.ts'
import { momentText, twelveHour } from '../../../ui/display/twelve-hour.ts'

/** So many cooking demos are announced. */
const maxDemos = 4

/** The blocks of a page: products as cards, and as markup what has no script. */
export async function pageBlocks(shop: RequestContext, page: StoredPage, today: Day): Promise<PageBlock[]> {
  const { brand, services } = shop
  const demos = page.blocks.some(({ type }) => type === 'showrooms') ? await comingDemos(shop) : []
  const cardIn = (product: ProductSummary) => cardOf(product, brand, today)
  const cardsOf = (products: readonly ProductSummary[]) => products.flatMap((product) => cardIn(product) ?? [])
  return services.navigation.blocks(brand, page).flatMap((shown, at): PageBlock[] => {
    const block = withCards(shown, cardsOf)
    if (block === null) return []
    if (isStatic(block)) {
      const opens = at === 0 && page.masthead === null
      const around = { id: `block-${at}`, opens, hidesPrices: brand.hidesPricesWhenAnonymous, demos }
      return [{ type: 'made', html: compositionMarkup(block, around) }]
    }
    if (block.type === 'delivery') {
      const { sku, title, uri } = block.product
      return [{ ...block, product: { sku, title, uri } }]
    }
    if (block.type !== 'deals') return [block]
    const { sale } = block
    const zone = timeZoneOf[brand.country]
    return [
      {
        ...block,
        sale: sale && {
          name: sale.name,
          uri: sale.uri,
          ends: sale.endsAt === null ? null : { at: sale.endsAt, text: momentText(new Date(sale.endsAt), zone) },
        },
        offers: Object.fromEntries(
          Object.entries(block.offers).flatMap(([sku, { path, title, rewardLabel, endDate }]) =>
            endDate === null
              ? []
              : [[sku, { uri: promotionPath(path), title: rewardLabel ?? title, ends: shortDay(endDate) }]],
          ),
        ),
      },
    ]
  })
}

/** The same block with cards; null when the product it is about is not sold. */
function withCards(
  block: ShownBlock<ProductSummary, Promotion>,
  cardsOf: (products: readonly ProductSummary[]) => Card[],
): ShownBlock<Card, Promotion> | null {
  switch (block.type) {
    case 'products':
    case 'deals':
      return { ...block, products: cardsOf(block.products) }
    case 'delivery': {
      const [product] = cardsOf([block.product])
      return product === undefined ? null : { ...block, product }
    }
    case 'room': {
      const spots = block.spots.flatMap(({ product, ...place }) =>
        cardsOf([product]).map((card) => ({ product: card, ...place })),
      )
      return { ...block, spots }
    }
    case 'conditions':
      return { ...block, groups: block.groups.map((group) => ({ ...group, best: cardsOf(group.best) })) }
    default:
      return block
  }
}

/** The next cooking demos that have free seats. */
async function comingDemos({ brand, services: { events } }: RequestContext): Promise<ComingDemo[]> {
  const { items } = await events.list(brand, anyDemo, 2 * maxDemos)
  return items
    .filter(({ availability }) => availability === availabilities.Available)
    .slice(0, maxDemos)
    .map(({ id, title, storeName, startDateTime, timeZone }) => {
      const start = new Date(startDateTime)
      return {
        title,
        href: demoPath(id),
        when: `${shortDay(dayIn(timeZone, start))}, ${twelveHour(clockTextIn(timeZone, start).slice(11))}`,
        where: storeName,
      }
    })
}
