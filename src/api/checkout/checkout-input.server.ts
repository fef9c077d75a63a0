import { timeZoneOf } from '../../brands/apps.ts'
import { specialBrandName } from '../../brands/special-brand.ts'
import { dayIn, dayOf, tripleOf } from '../../platform/calendar.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import type { DeliveryInput } from '../../modules/checkout/delivery-plan.ts'
import {
  type CardSource,
  type PaymentInstrument,
  methodOfOption,
  storeCodeProblem,
} from '../../modules/payments/payments.ts'
import type { CardOwner } from '../../modules/payments/saved-cards-store.server.ts'
import { isExpired, savedCardTexts, type SavedCardSource } from '../../modules/payments/saved-cards.ts'
import { type ApiContext, visitorAddress } from '../api.server.ts'
import type { CheckoutRequest } from './checkout-schemas.server.ts'
import { centsSchema } from './checkout-problems.server.ts'

/** Maps a posted checkout form to the checkout's input. */

/** The payment input of a submit; null when the card is missing. */
export async function instrumentOf(
  context: ApiContext,
  body: CheckoutRequest,
  request: Request,
): Promise<PaymentInstrument | null> {
  const method = methodOfOption(body.selectedPaymentOption)
  switch (method) {
    case 'afterpay':
    case 'paypal':
    case 'zip':
    case 'other':
      return { method }
    case 'credit-account': {
      const principal = await context.shop.visitor.principal()
      return principal.kind === 'guest' ? null : { method, userId: principal.userId }
    }
    case 'zip-in-store': {
      const code = body.devicePaymentCode ?? ''
      const message = storeCodeProblem(code)
      if (message !== null) throw new ProblemError(httpProblem(400, 'validation', message, 'devicePaymentCode'))
      return { method, code }
    }
  }
  const source =
    body.savedCardId === null
      ? cardSourceOf(body, context.shop.brand.companyName)
      : await savedSourceOf(context, body, body.savedCardId)
  return source === null ? null : withBrowser(context, body, request, await storedSource(context, body, source))
}

/** A card as the page encrypted it; null when it is missing. */
export function cardInstrument(
  context: ApiContext,
  body: Pick<CheckoutRequest, 'encryptedValues' | 'cardHolderName' | 'fraudCheckToken' | 'browserInfo'> &
    Partial<Pick<CheckoutRequest, 'wallet'>>,
  request: Request,
): Extract<PaymentInstrument, { method: 'card' }> | null {
  const source = cardSourceOf(body, context.shop.brand.companyName)
  return source === null ? null : withBrowser(context, body, request, source)
}

function withBrowser(
  context: ApiContext,
  body: Pick<CheckoutRequest, 'fraudCheckToken' | 'browserInfo'>,
  request: Request,
  source: CardSource,
): Extract<PaymentInstrument, { method: 'card' }> {
  return {
    method: 'card',
    source,
    fraudToken: body.fraudCheckToken,
    browser: {
      screenHeight: body.browserInfo?.screenHeight ?? 900,
      screenWidth: body.browserInfo?.screenWidth ?? 1440,
      ...body.browserInfo,
      acceptHeader: request.headers.get('accept') ?? '*/*',
      userAgent: request.headers.get('user-agent') ?? 'unknown',
      address: visitorAddress(context),
    },
  }
}

/** The account whose cards these are; null for guests and staff, who order for others. */
async function cardOwnerOf({ shop }: ApiContext): Promise<CardOwner | null> {
  const principal = await shop.visitor.principal()
  const isMember = principal.kind === 'member' || principal.kind === 'trade'
  return isMember ? { accountId: principal.userId, app: shop.brand.app } : null
}

/** A saved card with its code; null when that is missing. One of another account is refused as if it did not exist. */
async function savedSourceOf(
  context: ApiContext,
  { encryptedValues }: Pick<CheckoutRequest, 'encryptedValues'>,
  savedCardId: string,
): Promise<SavedCardSource | null> {
  const { brand, services, now } = context.shop
  const encryptedCode = encryptedValues?.[brand.companyName]
  if (encryptedCode === undefined) return null
  const owner = await cardOwnerOf(context)
  const card = owner === null ? null : await services.payments.savedCards.withToken(owner, savedCardId)
  const [year, month] = tripleOf(dayIn(timeZoneOf[brand.country], now()))
  if (card === null || isExpired(card, { year, month }))
    throw new ProblemError(httpProblem(400, 'saved_card_gone', savedCardTexts.gone))
  const { token, shopperReference } = card
  return { kind: 'saved', token, shopperReference, encryptedCode }
}

/** A typed card, to be saved for its owner where they have asked for it. */
async function storedSource(
  context: ApiContext,
  { savesCard }: Pick<CheckoutRequest, 'savesCard'>,
  source: CardSource,
): Promise<CardSource> {
  if (!savesCard || source.kind !== 'form') return source
  const owner = await cardOwnerOf(context)
  const storedFor = owner === null ? null : await context.shop.services.payments.savedCards.shopperFor(owner)
  return storedFor === null ? source : { ...source, storedFor }
}

const walletKinds = { GooglePay: 'googlepay', ApplePay: 'applepay' } as const

function cardSourceOf(
  {
    wallet,
    encryptedValues,
    cardHolderName,
  }: Pick<CheckoutRequest, 'encryptedValues' | 'cardHolderName'> & Partial<Pick<CheckoutRequest, 'wallet'>>,
  seller: string,
): CardSource | null {
  if (wallet != null) return { kind: walletKinds[wallet.type], token: wallet.token }
  const encryptedCard = encryptedValues?.[seller]
  const agencyCard = encryptedValues?.[specialBrandName]
  if (encryptedCard === undefined) return null
  return {
    kind: 'form',
    encryptedCard,
    holderName: cardHolderName ?? '',
    ...(agencyCard === undefined ? {} : { agencyCard }),
  }
}

export function deliveryInputOf(body: CheckoutRequest): DeliveryInput {
  return {
    deliversOn: body.deliveryDate === null ? null : dayOf(body.deliveryDate),
    window: body.deliveryWindow,
    suppliers: body.supplierDeliveryDates.map(({ supplier, deliveryDate, price }, at) => ({
      supplier,
      // A day that is in no calendar is no supplier's first one.
      deliversOn: dayOf(deliveryDate) ?? '',
      price: centsSchema(price, `supplierDeliveryDates.${at}.price`),
    })),
    services: body.deliveryServices ?? [],
    wantsContact: body.requestedDeliveryContact,
    wantsInstallationContact: body.requestedInstallationContact,
    wantsEarlierDate: body.EarlyNotification,
    hasUniqueRequirements: body.uniqueDeliveryRequirements,
    acknowledgesStorageFee: body.stockFeeAcknowledged,
    pickup:
      body.pickup === null
        ? null
        : { storeId: body.pickup.storeId, readyOn: body.pickup.readyOn === null ? null : dayOf(body.pickup.readyOn) },
  }
}
