import { z } from 'zod'

/** Bodies of the gateway's calls, as strict as its documentation. */

const text = (longest: number) => z.string().min(1).max(longest)
const Amount = z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.int().min(1).max(9_999_999_999) })
const StreetAddress = z.strictObject({
  street: text(3000),
  houseNumberOrName: text(3000),
  city: text(3000),
  postalCode: text(10),
  country: z.string().regex(/^[A-Z]{2}$/),
  stateOrProvince: text(1000).optional(),
})
const ReturnMethod = z.enum(['GET', 'POST'])

export const PaymentsBody = z.strictObject({
  amount: Amount,
  merchantAccount: text(80),
  reference: text(80),
  merchantOrderReference: text(1000).optional(),
  returnUrl: text(8000),
  channel: z.enum(['Web', 'iOS', 'Android']),
  origin: text(80).optional(),
  paymentMethod: z.union([
    z.strictObject({
      type: z.literal('scheme'),
      encryptedCard: text(40_000),
      holderName: text(15_000).optional(),
    }),
    z.strictObject({
      type: z.literal('scheme'),
      storedPaymentMethodId: text(64),
      // Without one it is a payment that the shopper has no part in, which this shop never makes.
      encryptedSecurityCode: text(40_000),
    }),
    z.strictObject({ type: z.literal('googlepay'), googlePayToken: text(40_000) }),
    z.strictObject({ type: z.literal('applepay'), applePayToken: text(40_000) }),
  ]),
  browserInfo: z
    .strictObject({
      acceptHeader: text(50_000),
      colorDepth: z.int().min(0),
      javaEnabled: z.boolean(),
      language: text(50),
      screenHeight: z.int().min(0),
      screenWidth: z.int().min(0),
      timeZoneOffset: z.int().min(-900).max(900),
      userAgent: text(50_000),
    })
    .optional(),
  shopperEmail: text(300).optional(),
  shopperIP: z.union([z.ipv4(), z.ipv6()]).optional(),
  shopperReference: z.string().min(3).max(256).optional(),
  shopperName: z.strictObject({ firstName: text(80), lastName: text(80) }).optional(),
  storePaymentMethod: z.boolean().optional(),
  recurringProcessingModel: z.enum(['CardOnFile', 'Subscription', 'UnscheduledCardOnFile']).optional(),
  shopperInteraction: z.enum(['Ecommerce', 'ContAuth', 'Moto', 'POS']).optional(),
  telephoneNumber: z
    .string()
    .regex(/^\+\d{6,15}$/)
    .optional(),
  billingAddress: StreetAddress.optional(),
  deliveryAddress: StreetAddress.optional(),
  authenticationData: z
    .strictObject({
      attemptAuthentication: z.enum(['always', 'never']).optional(),
      threeDSRequestData: z
        .strictObject({
          nativeThreeDS: z.enum(['preferred', 'disabled']).optional(),
          challengeWindowSize: z.enum(['01', '02', '03', '04', '05']).optional(),
        })
        .optional(),
    })
    .optional(),
  redirectToIssuerMethod: ReturnMethod.optional(),
  redirectFromIssuerMethod: ReturnMethod.optional(),
  deviceFingerprint: text(5000).optional(),
  captureDelayHours: z.int().min(0).max(672).optional(),
  lineItems: z
    .array(
      z.strictObject({
        id: text(100).optional(),
        sku: text(100).optional(),
        description: text(10_000).optional(),
        quantity: z.int().min(1).optional(),
        amountIncludingTax: z.int().optional(),
      }),
    )
    .optional(),
  metadata: z.record(z.string().max(20), z.string().max(80)).optional(),
  sessionValidity: text(40).optional(),
  additionalData: z.record(z.string(), z.string()).optional(),
})

/** Of the calls about stored cards. */
export const StoredCardsQuery = z.strictObject({
  merchantAccount: text(80),
  shopperReference: z.string().min(3).max(256),
})

export const DetailsBody = z.strictObject({
  details: z.strictObject({ redirectResult: text(20_000) }),
  paymentData: text(200_000).optional(),
})
export const ModificationBody = z.strictObject({ merchantAccount: text(80), reference: text(80).optional() })
export const AmountModificationBody = ModificationBody.extend({
  amount: Amount,
  merchantRefundReason: text(80).optional(),
})
export const ApplePaySessionBody = z.strictObject({
  displayName: z.string().min(1).max(64),
  domainName: z.string().min(1).max(253),
  merchantIdentifier: z.string().min(1).max(200),
})
export const CancelByReferenceBody = ModificationBody.extend({ paymentReference: text(80) })
