import { timeZoneOf, type Country } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Settings } from '../../../brands/settings.server.ts'
import { dayIn } from '../../../platform/calendar.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { shownRibbon } from '../../catalogue/product/card.ts'
import {
  isBuyable,
  isInCountry,
  stockStatusOf,
  unavailableReasonOf,
  type ProductSummary,
} from '../../catalogue/catalogue.ts'
import { chosenOf, type UpsellKind, type UpsellOptions } from '../../catalogue/product/upsell.ts'
import { isProformaBrand } from '../../delivery/suppliers.ts'
import { chargedPrice } from '../../pricing/charged-price.ts'
import { isValidPrice, offerIn } from '../../pricing/pricing.ts'
import { volumeNote } from '../../pricing/volume-price.ts'
import type { Promotions } from '../../promotions/promotions.server.ts'
import { bundlesOf } from '../../promotions/bundles.ts'
import type { CartReward } from '../../promotions/cart-reward.ts'
import {
  backOrderMessage,
  cartTotals,
  choiceGoneMessage,
  couponProblem,
  type FoundCode,
  type Cart,
  type CartLine,
  type CartProblem,
} from '../cart.ts'
import { giftCardEnding, giftCardPayments, type GiftCard } from '../gift-cards.ts'
import { couponByCode, giftCardByCode, type CartLineRow, type CartRow } from './cart-store.server.ts'
import { overStockText } from '../line-texts.ts'

/** Builds a cart from stored rows: with current products, prices, options and promotions. */
export interface CartReading {
  /** `choices` says whether options may come from the cache, or are read now because money depends on them. */
  fill(db: Reader | Writer, row: CartRow, choices?: 'kept' | 'now'): Promise<Cart>
  /** The coupon or gift card of a code, if it applies to these lines today. */
  findCode(
    db: Reader | Writer,
    text: string,
    lines: readonly CartLine[],
    brand: Brand,
  ): Promise<Result<FoundCode, CartProblem>>
}

export type CartReadingDeps = {
  readonly catalogue: Catalogue
  readonly promotions: Pick<Promotions, 'bundles' | 'rewardsFor'>
  readonly settings: Pick<Settings, 'text'>
  readonly clock: Clock
  readonly brandOf: (app: Cart['app']) => Brand
  /** Whether an account pays Deals Club prices. */
  readonly isMember: (accountId: string, app: Cart['app'], db: Reader | Writer) => Promise<boolean>
}

/** How many units of a product are available in a country, incoming ones included. */
export function stockIn(product: ProductSummary, country: Country): number {
  return Object.entries(product.stock).reduce(
    (sum, [code, stock]) => (isInCountry(code, country) ? sum + stock.quantity + (stock.incoming?.quantity ?? 0) : sum),
    0,
  )
}

export function createCartReading(deps: CartReadingDeps): CartReading {
  const { catalogue, brandOf } = deps

  async function fill(db: Reader | Writer, row: CartRow, choices: 'kept' | 'now' = 'kept'): Promise<Cart> {
    const brand = brandOf(row.app)
    const sold = row.lines.flatMap(({ productId }) => catalogue.product(productId) ?? [])
    const hasChosen = row.lines.some((line) => line.warrantyId !== null || line.installId !== null)
    const read = choices === 'now' && hasChosen ? catalogue.upsellsNow : catalogue.upsells
    const upsellsOf = await read(sold, row.app, db)
    const paysAsMember = await isMembers(deps, db, row, sold)
    const stored = row.lines.flatMap((line) => lineOf(deps, line, brand, paysAsMember, upsellsOf))
    const { lines, bundles } = withBundles(stored, deps.promotions.bundles(brand))
    const found = row.code === null ? null : await findCode(deps, db, row.code, lines, brand)
    const coupon = found?.ok === true && found.value.kind === 'coupon' ? found.value.coupon : null
    const cards = await giftCardsOf(deps, db, row.giftCards, brand)
    const totals = cartTotals(lines, coupon, cards)
    const gone = row.giftCards.filter((code) => !cards.some((card) => card.code === code))
    return {
      id: row.id,
      app: row.app,
      currency: row.currency,
      version: row.version,
      state: row.state,
      email: row.email,
      ...(row.customerEmail == null ? {} : { customerEmail: row.customerEmail }),
      ...(row.services == null ? {} : { services: row.services }),
      lines,
      rewards: eachOnce(stored.flatMap(({ rewards }) => rewards)),
      bundles,
      coupon,
      giftCards: giftCardPayments(cards, totals.subTotal - totals.couponDiscount),
      totals,
      messages: [
        ...gone.map(
          (code) =>
            `Gift card ${giftCardEnding(code)} has expired or has no balance left, so it does not count towards this order.`,
        ),
        ...(lines.some((line) => line.status === 'backOrder') ? [backOrderMessage] : []),
        ...stored.flatMap(({ line, gone }) =>
          line.isBuyable ? gone.map((kind) => choiceGoneMessage(kind, line.title)) : [],
        ),
      ],
      // A cart that is being paid for has its stock reserved already; that stock counts as sold for everyone, including itself.
      errors: row.state === 'open' ? lines.flatMap(errorOf) : [],
    }
  }

  return { fill, findCode: (...given) => findCode(deps, ...given) }
}

function errorOf({ title, isBuyable: canBeBought, quantity, stockLeft }: CartLine): string[] {
  if (!canBeBought) return [`${title} is no longer available. Please remove it.`]
  return quantity > stockLeft ? [overStockText(title, stockLeft)] : []
}

function eachOnce(rewards: readonly CartReward[]): CartReward[] {
  return [...new Map(rewards.map((one) => [one.promoId, one])).values()]
}

/** The cart's own account decides this, never the browser. */
async function isMembers(
  { isMember }: CartReadingDeps,
  db: Reader | Writer,
  { accountId, app }: CartRow,
  sold: readonly ProductSummary[],
) {
  const hasPrice = sold.some((product) => product.offers[app]?.memberPrice !== undefined)
  return accountId !== null && hasPrice && (await isMember(accountId, app, db))
}

type FilledLine = {
  readonly line: CartLine
  readonly gone: readonly UpsellKind[]
  readonly rewards: readonly CartReward[]
  /** Nothing is taken off its price (decision cart-14). */
  readonly isMakers: boolean
}

/** The lines with their shares of the bundles that they make up, at what each is charged before (decision 0063). */
function withBundles(
  filled: readonly FilledLine[],
  offers: ReturnType<Promotions['bundles']>,
): { readonly lines: readonly CartLine[]; readonly bundles: Cart['bundles'] } {
  const { applied, discounts } = bundlesOf(
    filled.map(({ line, isMakers }) => ({ ...line, isMakers })),
    offers,
  )
  const lines = filled.map(({ line }) => ({ ...line, bundleDiscount: discounts.get(line.sku) ?? 0 }))
  return { lines, bundles: applied }
}

/** A product that this app no longer sells drops out of its carts; so do choices that are no longer offered, and those are named. */
function lineOf(
  { catalogue, promotions, settings, clock }: CartReadingDeps,
  { warrantyId, installId, seen: _seen, agreed: stored = null, ...line }: CartLineRow,
  brand: Brand,
  paysAsMember: boolean,
  upsellsOf: (product: ProductSummary) => UpsellOptions,
): FilledLine[] {
  const product = catalogue.product(line.productId)
  const sold = product?.offers[brand.app]
  if (product === null || sold === undefined) return []
  const offer = offerIn(sold, brand)
  const holds = stored !== null && line.quantity <= stored.upTo && clock.now() < new Date(stored.until)
  const status = stockStatusOf(product, brand.country)
  const upsells = upsellsOf(product)
  const { gone, ...choices } = chosenOf(upsells, { warrantyId, installId })
  const canBeBought = isValidPrice(offer.price) && isBuyable(status)
  const rewards = canBeBought ? promotions.rewardsFor(brand, product) : []
  const charged = chargedPrice(offer, {
    agreed: holds ? stored.cents : null,
    isMember: paysAsMember,
    quantity: line.quantity,
  })
  const filled = {
    ...line,
    ...choices,
    upsells,
    sku: product.sku,
    uri: product.uri,
    title: product.title,
    brand: product.brand.title,
    categoryUri: product.categoryUri,
    picture: product.picture,
    condition: product.condition,
    missingParts: product.missingParts,
    supplierDirect: product.supplierDirect,
    status,
    stockLeft: stockIn(product, brand.country),
    isBuyable: canBeBought,
    unavailableReason: unavailableReasonOf(status),
    // A line whose price has since been removed cannot be ordered, and costs nothing meanwhile.
    price: charged.price ?? 0,
    rrp: offer.rrp,
    lineDiscount: charged.lineDiscount,
    bundleDiscount: 0,
    altPriceMsg: offer.altPriceMsg ?? null,
    isMemberPrice: charged.isMembers,
    priceNote: charged.isMembers
      ? 'Deals Club price'
      : charged.volumeFrom === null
        ? null
        : volumeNote(line.quantity, charged.price ?? 0),
    ribbonType: shownRibbon(product, brand, catalogue.today(brand.country))?.type ?? null,
    isProforma: isProformaBrand(settings.text(brand, 'proformaShippingBrands'), product.brand.title),
    promoId: rewards[0]?.promoId ?? null,
  }
  return [{ line: filled, gone, rewards, isMakers: offer.priceType === 'manufacturer' }]
}

/** Those that can be spent in the app today. */
async function giftCardsOf(
  { clock }: CartReadingDeps,
  db: Reader | Writer,
  codes: readonly string[],
  brand: Brand,
): Promise<GiftCard[]> {
  const today = dayIn(timeZoneOf[brand.country], clock.now())
  const cards: GiftCard[] = []
  for (const code of codes) {
    const card = await giftCardByCode(db, code)
    if (card !== null && card.currency === brand.currency && card.expiresOn >= today && card.balance > 0)
      cards.push(card)
  }
  return cards
}

async function findCode(
  deps: CartReadingDeps,
  db: Reader | Writer,
  text: string,
  lines: readonly CartLine[],
  brand: Brand,
): Promise<Result<FoundCode, CartProblem>> {
  const { clock } = deps
  const today = dayIn(timeZoneOf[brand.country], clock.now())
  const coupon = await couponByCode(db, text)
  if (coupon !== null) {
    const problem = couponProblem(coupon, lines, brand.app, today)
    return problem === null ? ok({ kind: 'coupon', coupon }) : err(problem)
  }
  const [card] = await giftCardsOf(deps, db, [text], brand)
  return card === undefined ? err({ code: 'code_unknown' }) : ok({ kind: 'gift-card', card })
}
