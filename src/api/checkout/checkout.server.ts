import { z } from 'zod'
import { specialBrandName } from '../../brands/special-brand.ts'
import { dayOf } from '../../platform/calendar.ts'
import { minutes } from '../../platform/clock.ts'
import { ProblemError, httpProblem, tooManyRequests, type Problem, notFound } from '../../platform/http/problem.ts'
import { siteOrigin } from '../../platform/http/site-origin.ts'
import { centsOf } from '../../platform/money.ts'
import type { CheckoutProblem, CheckoutProgress } from '../../modules/checkout/checkout.server.ts'
import { toAvailabilityResponse } from '../../modules/checkout/availability.ts'
import type { DeliveryInput } from '../../modules/checkout/delivery-plan.ts'
import { doNotRepeatText, paymentProblemText, submitTexts } from '../../modules/checkout/checkout.ts'
import {
  methodOfOption,
  paymentStates,
  storeCodeProblem,
  type CardSource,
  type Charge,
  type PaymentInstrument,
  type PaymentState,
  type RedirectProvider,
} from '../../modules/payments/payments.ts'
import { chargeText, declineText } from '../../modules/payments/decline-texts.ts'
import { captchaText } from '../../modules/identity/captcha.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { cartProblem } from './cart.server.ts'
import {
  personalJson,
  shopEndpoint,
  visitorAddress,
  dateTripleSchema,
  moneySchema,
  type ApiContext,
  perAddress,
} from '../api.server.ts'

const tag = 'Checkout'

const addressSchema = {
  firstName: z.string().max(200),
  lastName: z.string().max(200),
  companyName: z.string().max(200).default(''),
  address: z.string().max(200),
  suburb: z.string().max(100),
  state: z.string().max(20).default(''),
  postcode: z.string().max(20),
}

const deliveryAddress = z.object({ ...addressSchema, deliveryInstructions: z.string().max(2_000).default('') })
const billingAddress = z.object(addressSchema)

const customerAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  address: z.string(),
  suburb: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.enum(['AU', 'NZ']),
  deliveryInstructions: z.string().optional(),
})

export const browserInfo = z.object({
  screenHeight: z.int().min(0).max(100_000),
  screenWidth: z.int().min(0).max(100_000),
  colorDepth: z.int().min(1).max(64).optional(),
  language: z.string().max(40).optional(),
  timeZoneOffset: z.int().min(-900).max(900).optional(),
  javaEnabled: z.boolean().optional(),
})

/** What the form says of the parts of a delivery (decision checkout-02). */
const deliverySchema = {
  supplierDeliveryDates: z
    .array(z.object({ supplier: z.string().max(60), deliveryDate: dateTripleSchema, price: moneySchema }))
    .max(50)
    .default([]),
  deliveryServices: z.array(z.string().max(60)).max(100).nullable().default(null),
  EarlyNotification: z.boolean().default(false),
  requestedInstallationContact: z.boolean().default(false),
  uniqueDeliveryRequirements: z.boolean().default(false),
  stockFeeAcknowledged: z.boolean().default(false),
  winningDeliveryServiceOverride: z.boolean().default(false),
}

const checkoutRequest = z.object({
  cartId: z.uuid(),
  email: z.string().max(400),
  newsletter: z.boolean().default(false),
  phoneNumber: z.string().max(100),
  poNumber: z.string().max(200).default(''),
  partialPayment: moneySchema.default(0),
  tip: moneySchema.default(0),
  deliveryAddress,
  billingAddress: billingAddress.nullable(),
  deliveryDate: dateTripleSchema.nullable(),
  requestedDeliveryContact: z.boolean().default(false),
  ...deliverySchema,
  subdivision: z.string().max(20).nullable().default(null),
  salespersonCode: z.string().max(20).nullable().default(null),
  cashAndCarry: z.boolean().default(false),
  selectedPaymentOption: z.int().optional(),
  cart: z.object({
    orderTotal: moneySchema,
    /** What the shopper saw of the lines; an order is refused when the cart is another one. */
    items: z
      .array(
        z.object({
          qty: z.int(),
          productCode: z.string().max(120),
          warrantyId: z.int().nullable().default(null),
          installId: z.int().nullable().default(null),
        }),
      )
      .max(500)
      .optional(),
  }),
  expectedTotal: moneySchema.optional(),
  brandsWarnings: z.object({ mieleWarning: z.boolean().default(false) }).default({ mieleWarning: false }),
  cardDetails: z.null().default(null),
  devicePaymentCode: z.string().max(20).nullable().default(null),
  wallet: z
    .object({ type: z.enum(['GooglePay', 'ApplePay']), token: z.string().min(1).max(20_000) })
    .nullable()
    .default(null)
    .meta({ description: 'In the place of a card: what a wallet gave for exactly this total' }),
  encryptedValues: z.record(z.string().max(100), z.string().max(40_000)).optional(),
  cardHolderName: z.string().max(60).optional(),
  fraudCheckToken: z.string().max(5_000).default(''),
  captchaToken: z.string().max(4_096).default('').meta({ description: 'Where the app asks for one. (added)' }),
  browserInfo: browserInfo.optional(),
})

type CheckoutRequest = z.output<typeof checkoutRequest>

const confirmation = z.object({
  webOrderId: z.string(),
  proformaMsg: z.string().nullable(),
  confirmation: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    delivery: z.object({
      lines: z.array(z.string()).meta({ description: 'the address as it is written on a parcel' }),
      street: z.string(),
      suburb: z.string(),
      state: z.string().nullable(),
      postcode: z.string(),
      country: z.string(),
    }),
    deliveryDateStr: z.string(),
    shippingCost: moneySchema,
    deliveryConfirmationFlag: z.boolean(),
    rewards: z.array(
      z.object({
        rewardLabel: z.string(),
        thumbImg: z.string().nullable(),
        promoBlurb: z.string(),
        redemption: z.boolean(),
        redemptionLink: z.string().nullable(),
      }),
    ),
  }),
  brands: z.array(z.string()),
  estimatedDeliveryDate: z.iso.date().nullable(),
  lines: z.array(
    z.object({
      sku: z.string(),
      uri: z.string(),
      title: z.string(),
      picture: z.string(),
      quantity: z.int(),
      price: moneySchema,
      total: moneySchema,
      choices: z.array(z.object({ name: z.string(), total: moneySchema })),
    }),
  ),
  services: z.array(z.object({ title: z.string(), price: moneySchema })),
  suppliers: z.array(z.object({ title: z.string(), message: z.string(), price: moneySchema })),
  totals: z.object({
    subTotal: moneySchema,
    discount: moneySchema,
    discounts: z.array(z.object({ name: z.string(), amount: moneySchema })),
    code: z.string().nullable(),
    shipping: moneySchema,
    total: moneySchema,
    deposit: moneySchema.optional().meta({ description: 'What was paid of it; left out when all of it was' }),
    remaining: moneySchema.optional(),
  }),
  purchase: z.object({
    id: z.string(),
    affiliation: z.string(),
    revenue: moneySchema,
    shipping: moneySchema,
    coupon: z.string().nullable(),
    products: z.array(
      z.object({
        name: z.string(),
        id: z.string(),
        brand: z.string(),
        category: z.string(),
        price: moneySchema,
        quantity: z.int(),
        variant: z.null(),
      }),
    ),
  }),
})

export const paymentResult = z.object({
  orderCompleted: z.boolean(),
  success: z.boolean(),
  cartId: z.uuid(),
  webOrderId: z.string().nullable(),
  paymentReference: z.string().nullable(),
  redirectUrl: z.string().nullable(),
  secure3DResponse: z
    .object({ htmlFormAction: z.string(), htmlFormToPost: z.record(z.string(), z.string()) })
    .nullable(),
  paymentStatus: z.enum(paymentStates),
  message: z.string().nullable(),
})

/** What became of a payment that the shopper gave up. */
export const endedPayment = z.object({
  success: z.boolean(),
  paymentStatus: z.enum(paymentStates),
  nothingCharged: z.boolean().meta({ description: 'The payment is over and took no money. (added)' }),
  message: z.string().nullable().meta({ description: 'What to say when that is not certain. (added)' }),
})

export const endSchema = (
  { state, charge }: { readonly state: PaymentState; readonly charge: Charge },
  shop: RequestContext,
): z.output<typeof endedPayment> => ({
  success: state !== 'Approved',
  paymentStatus: state,
  nothingCharged: charge === 'none',
  message: chargeText(charge, shop.brand.supportNumber),
})

export function resultSchema(progress: CheckoutProgress): z.output<typeof paymentResult> {
  const { action } = progress
  return {
    orderCompleted: progress.webOrderId !== null,
    success: true,
    cartId: progress.cartId,
    webOrderId: progress.webOrderId,
    paymentReference: progress.reference,
    redirectUrl: action?.kind === 'redirect' ? action.url : null,
    secure3DResponse:
      action?.kind === 'form' ? { htmlFormAction: action.url, htmlFormToPost: { ...action.fields } } : null,
    paymentStatus: progress.webOrderId === null ? progress.state : 'Approved',
    message: action?.kind === 'review' ? submitTexts.review : null,
  }
}

/** A payment that was refused or of which nothing is known, as the page expects it (decisions payments-10, payments-11). */
export function paymentProblem(
  problem: Extract<CheckoutProblem, { code: 'payment_refused' | 'payment_unknown' }>,
  shop: RequestContext,
): Problem {
  const phone = shop.brand.supportNumber
  if (problem.code === 'payment_unknown') {
    const message = doNotRepeatText(phone)
    return {
      ...httpProblem(500, 'payment_unknown', message),
      payment: {
        errorCode: 500,
        errorMessages: [message],
        refusalReason: null,
        showRefusalReason: false,
        paymentReference: problem.reference,
      },
    }
  }
  const { charge, shownReason } = problem
  const message =
    charge === 'unverified' || shownReason === null
      ? (chargeText(charge, phone) ?? paymentProblemText(phone))
      : declineText(shownReason, charge)
  return {
    ...httpProblem(400, 'payment_refused', message),
    payment: {
      errorCode: 401,
      errorMessages: [message],
      refusalReason: shownReason,
      showRefusalReason: shownReason !== null,
      paymentReference: problem.reference,
      nothingCharged: charge === 'none',
    },
  }
}

/** Only what the view's flags grant can be had (decision payments-02). */
const notGranted = (field: string): Problem =>
  httpProblem(403, 'option_not_granted', 'You do not have permission to perform this action.', field)

export function checkoutProblem(problem: CheckoutProblem, shop: RequestContext): Problem {
  switch (problem.code) {
    case 'validation':
      return {
        status: 400,
        type: 'validation',
        errors: [
          { message: problem.message, code: 'validation', field: null },
          ...problem.errors.map((error) => ({ ...error, code: 'validation' })),
        ],
      }
    case 'empty_cart':
      return httpProblem(400, 'empty_cart', 'Your cart is empty')
    case 'cart_changed':
      return httpProblem(400, 'cart_changed', submitTexts.changed)
    case 'coupon_used':
      return cartProblem({ code: 'code_used' })
    case 'date_unavailable':
      return httpProblem(400, 'date_unavailable', submitTexts.dateGone, 'deliveryDate')
    case 'out_of_stock':
      return httpProblem(
        400,
        'out_of_stock',
        `Sorry, ${problem.title} is no longer available in the quantity requested.`,
      )
    case 'option_not_granted':
      return notGranted(problem.field)
    case 'login_required':
      return httpProblem(403, 'login_required', 'You do not have permission to perform this action.')
    case 'in_progress':
      return { ...httpProblem(409, 'in_progress', submitTexts.inProgress), retryAfterSeconds: 1 }
    case 'too_many_submits':
      return tooManyRequests(problem.waitSeconds)
    case 'captcha_failed':
      return httpProblem(400, 'captcha', captchaText, 'captchaToken')
    case 'key_reused':
      return httpProblem(422, 'key_reused', 'This Idempotency-Key was used with another order. Send a new one.')
    case 'method_unavailable':
      return httpProblem(400, 'method_unavailable', submitTexts.methodAway, 'selectedPaymentOption')
    case 'payment_missing':
      return httpProblem(400, 'payment_missing', 'Something has gone wrong, Please try again.')
    case 'payment_refused':
    case 'payment_unknown':
      return paymentProblem(problem, shop)
  }
}

/** What a return says besides the cart, as each provider says it. */
export const returnParameters = {
  afterpay: { status: z.string().max(20), orderToken: z.string().max(200) },
  paypal: { token: z.string().max(60), PayerID: z.string().max(60).optional() },
  zip: { result: z.string().max(20), checkoutId: z.string().max(200) },
} as const satisfies Record<RedirectProvider, z.core.$ZodShape>

/** A checkout asks anew whenever the address changes. */
const availabilities = { name: 'delivery availability', count: 120, windowMs: minutes(1) }
const submits = { name: 'checkout submits', count: 6, windowMs: minutes(1) }
/** A repeat of a submit is answered with its order and is no new one; how often it may be asked for has a bound too. */
const repeats = { name: 'checkout submits and repeats by address', count: 200, windowMs: minutes(10) }
const submitsByAddress = { name: 'checkout submits by address', count: 20, windowMs: minutes(60) }

/** What a submit pays with; null when the card is missing. */
async function instrumentOf(
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
  return cardInstrument(context, body, request)
}

/** A card as the page encrypted it; null when it is missing. */
export function cardInstrument(
  context: ApiContext,
  body: Pick<CheckoutRequest, 'encryptedValues' | 'cardHolderName' | 'fraudCheckToken' | 'browserInfo'> &
    Partial<Pick<CheckoutRequest, 'wallet'>>,
  request: Request,
): Extract<PaymentInstrument, { method: 'card' }> | null {
  const source = cardSourceOf(body, context.shop.brand.companyName)
  if (source === null) return null
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

const datesSchema = z.array(
  z.object({
    date: dateTripleSchema,
    price: z.union([z.number(), z.string()]).nullable(),
    available: z.boolean(),
  }),
)

function deliveryInputOf(body: CheckoutRequest): DeliveryInput {
  return {
    deliversOn: body.deliveryDate === null ? null : dayOf(body.deliveryDate),
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
  }
}

export const checkoutEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout',
    tag,
    summary: 'What the checkout page needs to know before it is filled in.',
    query: z.object({ subdivision: z.string().max(20).optional() }),
    answer: z.object({
      cartId: z.uuid(),
      customer: z.object({
        email: z.string().nullable(),
        phone: z.string().nullable(),
        locked: z.boolean(),
        shippingAddress: customerAddress.nullable(),
        billingAddress: customerAddress.nullable(),
        firstName: z.string().optional().meta({ description: 'Of the account, as the next two are. Added' }),
        lastName: z.string().optional(),
        newsletter: z.boolean().optional(),
      }),
      stores: z.array(z.object({ subdivision: z.string(), name: z.string(), selected: z.boolean() })),
      salesPeople: z.array(
        z.object({ code: z.string(), name: z.string(), subdivision: z.string(), selected: z.boolean() }),
      ),
      store: z
        .object({
          name: z.string(),
          phone: z.string(),
          address: z.string(),
          suburb: z.string(),
          postcode: z.string(),
          state: z.string(),
        })
        .nullable(),
      opts: z.int(),
      partialPaymentPercentage: z.number(),
      x509EncryptionKeys: z.record(z.string(), z.string()),
      extendedStorage: z.object({ freeDays: z.int(), feeCapPerDay: moneySchema, minimumPrice: moneySchema }),
      swaps: z
        .array(
          z.object({
            productCode: z.string(),
            sku: z.string(),
            title: z.string(),
            uri: z.string(),
            image: z.string(),
            price: moneySchema,
          }),
        )
        .meta({ description: 'What may take the place of lines that cannot be bought any more. (added)' }),
      savesSession: z.boolean().meta({ description: 'Whether the browser may keep what is typed. (added)' }),
    }),
    async handle({ context: { shop, parts }, query }) {
      const [principal, cart] = [await shop.visitor.principal(), await shop.services.cart.visitor.current(shop)]
      return personalJson(await parts.services.checkout.view(shop.brand, principal, cart, query.subdivision ?? null))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/checkout/avail',
    tag,
    summary: 'Delivery dates and prices for the cart to an address.',
    body: z.object({
      cartId: z.uuid(),
      deliveryAddress: z.object({
        suburb: z.string().trim().min(1, 'must be given').max(100),
        state: z.string().max(20).default(''),
        postcode: z.string().regex(/^\d{4}$/, 'must be 4 digits'),
      }),
      uniqueDeliveryRequirements: z.boolean().default(false),
      winningDeliveryServiceOverride: z.boolean().default(false),
    }),
    answer: z.object({
      cartId: z.uuid(),
      today: dateTripleSchema,
      availability: z
        .object({
          unavailable: z.boolean(),
          dates: datesSchema,
        })
        .nullable(),
      supplierAvailability: z.record(z.string(), z.object({ dates: datesSchema })),
      supplierErrors: z.array(z.object({ supplier: z.string(), message: z.string() })),
      deliveryServices: z.array(
        z.object({
          sku: z.string(),
          title: z.string(),
          blurb: z.string().meta({ description: 'Sanitised HTML' }),
          price: moneySchema,
          selected: z.boolean(),
          hidden: z.boolean(),
        }),
      ),
      winningDeliveryServiceOverride: z.boolean(),
      showNotifyIfAvailableSooner: z.boolean(),
      showInstallationContact: z.boolean(),
      showUniqueDeliveryRequirements: z.boolean(),
    }),
    problems: [400, 429],
    limit: perAddress(availabilities),
    async handle({ context: { shop, parts }, body }) {
      const cart = await shop.services.cart.visitor.current(shop)
      if (cart === null || cart.id !== body.cartId)
        throw new ProblemError(checkoutProblem({ code: 'cart_changed' }, shop))
      const found = await parts.services.checkout.availability(shop.brand, cart, body.deliveryAddress, {
        hasUniqueRequirements: body.uniqueDeliveryRequirements,
        override:
          body.winningDeliveryServiceOverride &&
          (await parts.services.checkout.canOverride(shop.brand, await shop.visitor.principal(), cart)),
      })
      if (found === null) {
        throw new ProblemError(
          httpProblem(
            400,
            'not_served',
            'Delivery services unavailable for the provided address',
            'deliveryAddress.suburb',
          ),
        )
      }
      return personalJson(toAvailabilityResponse(found, cart.id))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/checkout',
    tag,
    summary:
      'Places the order, or says what the shopper has to do next. Send an Idempotency-Key: a repeat gets the same answer.',
    body: checkoutRequest,
    bodyLimit: 64_000,
    answer: paymentResult,
    problems: [403, 409, 422, 429, 500],
    limit: perAddress(repeats),
    async handle({ context, body, request }) {
      const { shop, parts } = context
      const cart = await shop.services.cart.visitor.owned(shop, body.cartId)
      if (cart === null) throw new ProblemError(checkoutProblem({ code: 'empty_cart' }, shop))
      const method = methodOfOption(body.selectedPaymentOption)
      if (method === null) throw new ProblemError(notGranted('selectedPaymentOption'))
      const key = request.headers.get('idempotency-key')
      if (key !== null && (key.length < 16 || key.length > 255)) {
        throw new ProblemError(
          httpProblem(400, 'invalid_key', 'Idempotency-Key: must have 16 to 255 characters', 'Idempotency-Key'),
        )
      }
      const done = await parts.services.checkout.submit(
        shop.brand,
        await shop.visitor.principal(),
        cart,
        {
          cartId: body.cartId,
          form: {
            email: body.email,
            phoneNumber: body.phoneNumber,
            poNumber: body.poNumber,
            deliveryAddress: body.deliveryAddress,
            billingAddress: body.billingAddress,
            mieleWarning: body.brandsWarnings.mieleWarning,
          },
          newsletter: body.newsletter,
          delivery: deliveryInputOf(body),
          items: body.cart.items ?? null,
          cartTotal: centsSchema(body.cart.orderTotal, 'cart.orderTotal'),
          expectedTotal: body.expectedTotal === undefined ? null : centsSchema(body.expectedTotal, 'expectedTotal'),
          staff: {
            subdivision: body.subdivision,
            salespersonCode: body.salespersonCode,
            cashAndCarry: body.cashAndCarry,
            winningDeliveryServiceOverride: body.winningDeliveryServiceOverride,
          },
          method,
          deposit: centsSchema(body.partialPayment, 'partialPayment'),
          tip: centsSchema(body.tip, 'tip'),
          instrument: await instrumentOf(context, body, request),
          origin: siteOrigin(context.incoming.headers.host, parts.config.publicUrl, parts.config.SITES),
        },
        {
          key,
          async admit() {
            const waitSeconds =
              parts.rateLimiter.take(submits, cart.id) ||
              parts.rateLimiter.takeFrom(submitsByAddress, visitorAddress(context))
            if (waitSeconds > 0) return { code: 'too_many_submits', waitSeconds }
            return (await shop.visitor.isPerson('checkout', body.captchaToken)) ? null : { code: 'captcha_failed' }
          },
        },
      )
      if (!done.ok) throw new ProblemError(checkoutProblem(done.problem, shop))
      await saveNewsletterConsent(shop, body.newsletter)
      return personalJson(resultSchema(done.value))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/checkout/confirmation',
    tag,
    summary:
      "The order of a cart; for 24 hours the cart's id is enough to see it, without anything of the person unless the cart or the order is the visitor's; later only its owner's. (added)",
    query: z.object({ id: z.uuid() }),
    answer: confirmation,
    problems: [404],
    async handle({ context: { shop }, query }) {
      const found = await shop.services.orders.visitor.confirmation(shop, query.id)
      if (found === null) throw new ProblemError(notFound)
      return personalJson(found.shown)
    },
  }),
]

/** What somebody with an account ticks here is what they want to be sent. */
async function saveNewsletterConsent(shop: ApiContext['shop'], newsletter: boolean): Promise<void> {
  const who = await shop.visitor.principal()
  if (who.kind !== 'member' && who.kind !== 'trade') return
  const { newsletter: before = newsletter } = who.profile
  if (before === newsletter) return
  const accountId = await shop.visitor.accountId()
  await shop.services.account.personalData.choose(shop.brand.app, accountId, { newsletter })
}

/** Cents of a wire amount; 400 naming the field when it has more than two decimals. */
export function centsSchema(amount: number, field: string): number {
  try {
    return centsOf(amount)
  } catch {
    throw new ProblemError(
      httpProblem(400, 'invalid_amount', `${field}: must be dollars with at most 2 decimals`, field),
    )
  }
}
