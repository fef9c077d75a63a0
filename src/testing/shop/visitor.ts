import type { Agent } from 'node:http'
import type { AppCode } from '../../brands/apps.ts'
import type { CartResponse } from '../../modules/cart/cart.ts'
import type { ChosenIds } from '../../modules/cart/ui/cart-state.ts'
import { randomIds } from '../../platform/ids.ts'
import { createTestBrowser, type HostUrls, type TestAnswer, type TestRequest } from './browser.ts'
import { orderBody, type OrderChoices, type SubmitBody } from './order-body.ts'
import { panelsOf } from './panels.ts'
import { signingIn, type Authenticators } from './signing-in.ts'

export type Visitor = ReturnType<typeof createVisitor>

/** A shopper, or a member of staff, with their own browser: their actions over HTTP. */
export function createVisitor(
  urls: HostUrls,
  app: AppCode,
  { agent, authenticators, now }: { agent: Agent; authenticators: Authenticators; now: () => Date },
) {
  const browser = createTestBrowser(urls, app, agent)
  const { send } = browser
  const visitor = {
    ...panelsOf(browser),
    ...signingIn(browser, authenticators, now),
    get: (path: string, options?: TestRequest) => send('GET', path, options),
    post: (path: string, body?: unknown, options?: TestRequest) =>
      send('POST', path, body === undefined ? options : { ...options, body }),
    delete: (path: string, options?: TestRequest) => send('DELETE', path, options),
    async cart(): Promise<CartResponse> {
      return (await send('GET', '/api/cart/')).json<CartResponse>()
    },
    async add(sku: string, quantity = 1, choices: ChosenIds = {}): Promise<CartResponse> {
      return cartOf(await send('POST', '/api/cart/product/', { body: { sku, quantity, ...choices } }), `adding ${sku}`)
    },
    async applyCode(code: string): Promise<CartResponse> {
      const answer = await send('POST', '/api/cart/coupon/', { body: { code, userEmail: null } })
      return cartOf(answer, `applying ${code}`)
    },
    /** A valid submit body for the first date to this place. */
    order: (choices: OrderChoices = {}): Promise<SubmitBody> => orderBody(browser, choices),
    submit: (body: SubmitBody, key: string = randomIds.uuid()) =>
      send('POST', '/api/checkout', { body, headers: { 'idempotency-key': key } }),
  }
  // The browser itself rather than a copy, because its token changes.
  return Object.assign(browser, visitor)
}

function cartOf(answer: TestAnswer, what: string): CartResponse {
  if (answer.status !== 200) throw new Error(`${what}: ${answer.text}`)
  return answer.json<CartResponse>()
}
