import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cmsEndpoints } from '../../src/api/cms.server.ts'
import { endpoints } from '../../src/api/endpoints.server.ts'
import { identityEndpoints } from '../../src/api/identity/identity.server.ts'
import { action as contact } from '../../src/app/routes/content/contact-us.tsx'
import { action as newsletter } from '../../src/app/routes/account/newsletter.tsx'
import { action as notifyMe } from '../../src/app/routes/product/notify-me.tsx'
import { action as question } from '../../src/app/routes/product/product-questions.tsx'
import { action as review } from '../../src/app/routes/product/product-reviews.tsx'
import { action as cart } from '../../src/app/routes/cart/cart.tsx'
import { cardNumberText, isCardNumberIn } from '../../src/platform/text/card-numbers.ts'
import { answer, type Endpoint } from '../../src/platform/http/endpoint.ts'
import { allRows } from '../../src/testing/shop/rows.ts'
import { openTestShop, type TestShop } from '../../src/testing/shop.server.ts'

const card = '4111 1111 1111 1111'

/** The paths of every text that a schema takes, and a value with texts at all of them but `at`, where it has the card number. */
function textPaths(schema: unknown, path: readonly string[] = []): string[][] {
  const { type, properties, items, anyOf, additionalProperties } = (schema ?? {}) as Record<string, never>
  if (anyOf !== undefined) return (anyOf as unknown[]).flatMap((one) => textPaths(one, path))
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, one]) => textPaths(one, [...path, name]))
  if (type === 'array') return textPaths(items, [...path, '0'])
  if (type === 'object' && typeof additionalProperties === 'object')
    return textPaths(additionalProperties, [...path, 'entry'])
  return type === 'string' ? [[...path]] : []
}

function bodyWith(path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return card
  return name === '0' ? [bodyWith(rest)] : { [name]: bodyWith(rest) }
}

const fieldOf = (path: readonly string[]) => path.filter((name) => name !== '0').join('.')
const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })

async function refusal(endpoint: Endpoint<never>, target: string, body: unknown) {
  // Only reading matters here: who may call, and how often, is asked before and after.
  const reads = {
    ...endpoint,
    method: 'POST',
    limit: null,
    authorize: () => Promise.resolve(),
    handle: () => new Response('reached'),
  } as const
  const params = Object.fromEntries(Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name = '']) => [name, '1']))
  const request = new Request(`http://shop.example${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const isChecked = { ...reads, params: undefined } as unknown as Endpoint<never>
  const response = await answer({ endpoint: isChecked, params }, request, null as never, 'trace')
  return { status: response.status, text: await response.text() }
}

describe('every text of every call rejects a card number, unless it is an identifier', () => {
  const all = [...endpoints, ...identityEndpoints, ...cmsEndpoints] as unknown as Endpoint<never>[]
  for (const endpoint of all) {
    const { method, path, body, query } = endpoint
    if (body === undefined && query === undefined) continue
    test(`${method} ${path}`, async () => {
      for (const at of body === undefined ? [] : textPaths(schemaOf(body))) {
        if (at.some((name) => !isCardNumberIn(name, card))) continue
        const { status, text } = await refusal({ ...endpoint, query: undefined } as never, path, bodyWith(at))
        expect([fieldOf(at), status, text]).toEqual([fieldOf(at), 400, expect.stringContaining('card_number')])
        expect(JSON.parse(text)).toMatchObject({ errors: [{ field: fieldOf(at), code: 'card_number' }] })
        expect(text).not.toContain('4111')
      }
      // Lookups store nothing, and the addresses they look up hold barcodes.
      for (const at of query === undefined || endpoint.ignoresOddQuery ? [] : textPaths(schemaOf(query))) {
        const [name = ''] = at
        if (!isCardNumberIn(name, card)) continue
        const target = `${path}?${new URLSearchParams({ [name]: card }).toString()}`
        const { status, text } = await refusal({ ...endpoint, body: undefined } as never, target, {})
        expect([name, status, text]).toEqual([name, 400, expect.stringContaining('card_number')])
      }
    })
  }
})

type Action = (input: { context: RouterContextProvider; request: Request; params: Record<string, string> }) => unknown

describe('page forms', () => {
  let shop: TestShop
  const forms: Readonly<Record<string, [action: Action, params: Record<string, string>, fields: readonly string[]]>> = {
    '/contact-us': [contact as never, {}, ['name', 'email', 'phone', 'orderNumberText', 'message']],
    '/account/newsletter': [newsletter as never, {}, ['email']],
    '/p/lamp/notify-me': [notifyMe as never, { uri: 'sold-out' }, ['email', 'phone']],
    '/p/lamp/questions': [question as never, { uri: '' }, ['name', 'question', 'email']],
    '/p/lamp/reviews': [review as never, { uri: '' }, ['name', 'title', 'text', 'email']],
    '/cart': [cart as never, {}, ['email']],
  }

  beforeAll(async () => {
    shop = await openTestShop({
      sandbox: false,
      pages: async (request, context) => {
        const [action, params] = forms[new URL(request.url).pathname] ?? []
        if (action === undefined) return new Response(null, { status: 404 })
        const done = (await action({ context, request, params: params ?? {} })) as {
          data: unknown
          init: ResponseInit
        }
        return Response.json(done.data, done.init)
      },
    })
    const products = Array.from(shop.services.catalogue.all())
    const lamp = products.find(({ sku }) => sku === 'LAMP-1')
    for (const path of ['/p/lamp/questions', '/p/lamp/reviews'])
      Object.assign(forms[path]?.[1] ?? {}, { uri: lamp?.uri })
  })
  afterAll(async () => shop.close())

  for (const [path, [, , fields]] of Object.entries(forms)) {
    if (path.endsWith('notify-me')) continue
    test(`${path} keeps nothing of a form that holds a card number, names the field and gives back what was typed`, async () => {
      const before = await allRows(shop.database)
      for (const field of fields) {
        const form = { ...Object.fromEntries(fields.map((name) => [name, 'Ana'])), intent: 'mail', [field]: card }
        const answered = await shop.visitor().send('POST', path, {
          raw: new URLSearchParams(form).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        })
        expect([field, answered.status]).toEqual([field, 400])
        expect(answered.text).toContain(cardNumberText)
      }
      expect(await allRows(shop.database)).toEqual(before)
      expect(shop.logged.join('\n')).not.toContain('4111')
    })
  }

  test('every page that reads a form checks it for card numbers', () => {
    const root = join(import.meta.dirname, '../../src/app/routes')
    const reading = globSync('**/*.tsx', { cwd: root }).filter((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      return /export async function action/.test(source) && /typedFields\(|formData\(|answerForm\(/.test(source)
    })
    const without = reading.filter((file) => !/cardNumber|answerForm\(/.test(readFileSync(join(root, file), 'utf8')))
    // They take a choice, or the code of a gift card, and no text.
    expect(without.toSorted()).toEqual([
      'account/newsletter-choice.tsx',
      'content/vouchers.tsx',
      'events/cooking-demo-booking.tsx',
    ])
  })
})
