import { browseAs } from '../../testing/browser.ts'
import type { TestShop } from '../../testing/shop.server.ts'
import type { OrderChoices } from '../../testing/shop/order-body.ts'
import type { Confirmation } from './orders.ts'

/** Orders two of each product, and reads the confirmation; from then on the page's calls are its shopper's. */
export async function confirmedOrder(
  shop: TestShop,
  skus: readonly string[],
  { app = 'aol', more = {}, ...how }: OrderChoices & { app?: 'aol' | 'aol-nz'; more?: object } = {},
): Promise<{ cartId: string; order: Confirmation }> {
  const visitor = shop.visitor(app)
  for (const sku of skus) await visitor.add(sku, 2)
  const body = await visitor.order({ ...how, card: await shop.card() })
  const companyName = app === 'aol' ? 'Appliances Online' : 'Appliances Online NZ'
  const encryptedValues = { [companyName]: Object.values(body['encryptedValues'] as Record<string, string>)[0] }
  const answer = await visitor.submit({ ...body, encryptedValues, ...more })
  if (answer.status !== 200) throw new Error(answer.text)
  browseAs(visitor)
  const order = (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<Confirmation>()
  return { cartId: body.cartId, order }
}
