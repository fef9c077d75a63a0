import { z } from 'zod'
import { accountTexts } from '../../modules/account/account.ts'
import type { AccountProblem } from '../../modules/account/account.server.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { orderStatusSchema } from '../checkout/order-requests.server.ts'
import { needsAccount, personalJson, shopEndpoint, moneySchema } from '../api.server.ts'

const tag = 'Account'

const accountInfo = z.object({
  userId: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  companyName: z.string().nullable(),
  abn: z.string().nullable(),
  newsletter: z.boolean(),
  isTradeAccount: z.boolean(),
  winningUserId: z.string().nullable().meta({ description: 'Staff only, like the next two; null for customers' }),
  winningCmsUrl: z.string().nullable(),
  salespersonCode: z.string().nullable(),
})

const country = z.enum(['AU', 'NZ'], { error: 'must be AU or NZ' })
const text = (max: number) => z.string({ error: 'must be text' }).max(max, `must have at most ${max} characters`)

const addressFields = {
  label: text(200).nullable().default(null),
  firstName: text(200),
  lastName: text(200),
  companyName: text(200).nullable().default(null),
  address: text(200),
  suburb: text(200),
  state: text(10).nullable().default(null),
  postcode: text(10),
  country,
  phone: text(60).nullable().default(null),
  deliveryInstructions: text(1_000).nullable().default(null),
  isDefault: z.boolean().default(false),
}
const address = z.object({
  id: z.string(),
  label: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string().nullable(),
  address: z.string(),
  suburb: z.string(),
  city: z.string().optional().meta({ description: 'City of the suburb, if known' }),
  state: z.string().nullable(),
  postcode: z.string(),
  country,
  phone: z.string().nullable(),
  deliveryInstructions: z.string().nullable(),
  isDefault: z.boolean(),
})

const dateText = z.string().meta({ description: 'YYYY-MM-DD' })
const invoiceSummary = z.object({
  id: z.string(),
  invoiceNumber: z.string(),
  webOrderId: z.string(),
  orderDate: dateText,
  invoiceDate: dateText,
  deliveryDate: dateText.nullable(),
  status: z.enum(['Invoiced', 'Delivered', 'Refunded']),
  itemCount: z.int(),
  total: moneySchema,
  currency: z.enum(['AUD', 'NZD']),
})
const invoice = invoiceSummary.extend({
  billingAddress: address,
  deliveryAddress: address,
  lines: z.array(
    z.object({
      sku: z.string(),
      productCode: z.string(),
      title: z.string(),
      brand: z.string(),
      imageUrl: z.string().nullable(),
      qty: z.int(),
      unitPrice: moneySchema,
      lineDiscount: moneySchema,
      lineTotal: moneySchema,
    }),
  ),
  services: z.array(z.object({ title: z.string(), price: moneySchema })),
  subTotal: moneySchema,
  deliveryCost: moneySchema,
  discount: moneySchema,
  gst: moneySchema,
  amountPaid: moneySchema,
  balance: moneySchema,
  credited: moneySchema.meta({ description: 'The refunded amount.' }),
  payments: z.array(z.object({ method: z.string(), amount: moneySchema, date: dateText })),
  pdfUrl: z.string(),
})

const pageQuery = z.object({
  page: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a number, 0 or more')
    .default('0')
    .transform(Number)
    .meta({ description: 'Page number, from 0' }),
})

function leave(problem: AccountProblem): never {
  switch (problem.code) {
    case 'validation':
      throw new ProblemError({
        status: 400,
        type: 'validation',
        errors: problem.errors.map((error) => ({ ...error, code: 'invalid' })),
      })
    case 'address_gone':
      throw new ProblemError(httpProblem(404, 'address_gone', 'Address not found.', 'id'))
    case 'too_many_addresses':
      throw new ProblemError(httpProblem(400, 'too_many_addresses', accountTexts.tooManyAddresses))
  }
}

/** The account has been closed since the visitor signed in. */
const gone = () => new ProblemError(httpProblem(401, 'session_ended', 'Authentication required. Please log in again.'))

export const accountEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/account',
    tag,
    summary: 'Returns the signed-in user.',
    answer: accountInfo,
    problems: [401],
    async handle({ context: { shop } }) {
      const info = await shop.services.account.info(await shop.visitor.accountId())
      if (info === null) throw gone()
      return personalJson(info)
    },
  }),
  shopEndpoint({
    method: 'PATCH',
    path: '/api/account',
    tag,
    summary:
      "Updates the given fields and leaves the rest; '' clears one. Email and names are changed on the identity host.",
    body: z.object({
      phone: text(60).optional(),
      companyName: text(200).optional(),
      abn: text(60).optional(),
      newsletter: z.boolean().optional(),
    }),
    answer: accountInfo,
    problems: [400, 401],
    authorize: needsAccount,
    async handle({ context: { shop }, body }) {
      const patched = await shop.services.account.patch(shop.brand.app, await shop.visitor.accountId(), body)
      if (!patched.ok) return leave(patched.problem)
      if (patched.value === null) throw gone()
      return personalJson(patched.value)
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/account/order/invoiced',
    tag,
    summary: 'Lists paid orders, ten a page, newest first.',
    query: pageQuery,
    answer: z.object({ items: z.array(invoiceSummary), page: z.int(), pageSize: z.int(), totalCount: z.int() }),
    problems: [400, 401],
    authorize: needsAccount,
    async handle({ context: { shop }, query }) {
      return personalJson(await shop.services.account.invoices(shop.brand, await shop.visitor.accountId(), query.page))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/account/order/invoiced/:id',
    tag,
    summary: 'Returns one invoice of the signed-in account.',
    params: z.object({ id: z.string().min(1).max(40) }),
    answer: invoice,
    problems: [401, 404],
    authorize: needsAccount,
    async handle({ context: { shop }, params }) {
      const found = await shop.services.account.invoice(shop.brand, await shop.visitor.accountId(), params.id)
      if (found === null) throw new ProblemError(httpProblem(404, 'not_found', accountTexts.invoiceGone))
      return personalJson(found)
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/account/orders',
    tag,
    summary: 'Lists all orders, paid or not, ten a page, newest first.',
    query: pageQuery,
    answer: z.object({
      orders: z.array(
        z.object({
          id: z.string(),
          webOrderId: z.string(),
          orderDate: dateText,
          state: z.enum(['paid', 'deposit-paid', 'on-account', 'awaiting-payment']),
          standing: orderStatusSchema.meta({
            description: 'Status label: fulfilment stage or payment status',
          }),
          standingText: z.string(),
          balance: moneySchema.meta({ description: 'Balance due' }),
          itemCount: z.int(),
          titles: z.array(z.string()),
          deliveryDate: dateText.nullable(),
          pickupStore: z.string().nullable().meta({ description: 'The store where it is picked up' }),
          total: moneySchema,
          currency: z.enum(['AUD', 'NZD']),
        }),
      ),
      page: z.int(),
      pageSize: z.int(),
      totalCount: z.int(),
    }),
    problems: [400, 401],
    authorize: needsAccount,
    async handle({ context: { shop }, query }) {
      return personalJson(await shop.services.account.orders(shop.brand, await shop.visitor.accountId(), query.page))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/account/order/addresses',
    tag,
    summary: 'Lists saved addresses, the default first.',
    answer: z.object({ addresses: z.array(address) }),
    problems: [401],
    async handle({ context: { shop } }) {
      return personalJson({
        addresses: await shop.services.account.addresses(shop.brand, await shop.visitor.accountId()),
      })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/account/order/addresses/save',
    tag,
    summary: 'Adds an address, or updates the one with the given id. At most twenty; no PO boxes.',
    body: z.object({ id: z.string().max(40).nullish(), ...addressFields }),
    answer: address,
    problems: [400, 401, 404],
    authorize: needsAccount,
    async handle({ context: { shop }, body }) {
      const saved = await shop.services.account.saveAddress(shop.brand, await shop.visitor.accountId(), body)
      return saved.ok ? personalJson(saved.value) : leave(saved.problem)
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/account/order/addresses/:id',
    tag,
    summary: 'Deletes an address. Succeeds if it no longer exists.',
    params: z.object({ id: z.string().min(1).max(40) }),
    answer: z.literal(true),
    problems: [401],
    authorize: needsAccount,
    async handle({ context: { shop }, params }) {
      await shop.services.account.deleteAddress(shop.brand, await shop.visitor.accountId(), params.id)
      return personalJson(true)
    },
  }),
]
