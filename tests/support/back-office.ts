import { Agent } from 'node:http'
import { demoPassword, demoTotpSecret } from '../../data/demo/access.ts'
import type { AppCode } from '../../src/brands/apps.ts'
import { backOfficeOf, entryOf, formOf } from '../../src/testing/staff-host.ts'
import { createVisitor, type Visitor } from '../../src/testing/shop/visitor.ts'
import type { RunningShop } from './shop-process.ts'

/** The back office of a running shop, used by its administrator: for shopper journeys that start with a change there. */
export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>

export type UploadedFile = {
  readonly name: string
  readonly type: string
  readonly title: string
  readonly bytes: Buffer
}

const edge = 'edge-of-a-part'
const partOf = (head: string) => `--${edge}\r\ncontent-disposition: form-data; ${head}\r\n`

const email = 'admin@demo.example'

type Shop = Pick<RunningShop, 'urls'>

/** An authenticator code works once, so files that share a shop share its administrator. */
const administrators = new WeakMap<Shop, Promise<Visitor>>()

async function administratorOf(shop: Shop): Promise<Visitor> {
  const known = await administrators.get(shop)
  if (known !== undefined && (await known.staff('GET', '/office')).status === 200) return known
  const signedIn = signIn(shop)
  administrators.set(shop, signedIn)
  return signedIn
}

async function signIn({ urls }: Shop): Promise<Visitor> {
  const administrator = createVisitor(urls, 'aol', {
    agent: new Agent(),
    authenticators: new Map([[email, { secret: demoTotpSecret, step: 0 }]]),
    now: () => new Date(),
  })
  // Each attempt uses the next code: a browser journey may just have used one.
  for (let tries = 1; ; tries++)
    try {
      await administrator.signIn(email, demoPassword)
      await administrator.openPanel('/office')
      return administrator
    } catch (error) {
      if (tries === 3) throw error
    }
}

export async function openBackOffice(shop: Shop) {
  const administrator = await administratorOf(shop)
  const { page, post } = backOfficeOf(() => administrator)
  /** One undo per change, in the order of the changes. */
  const undos: (() => Promise<unknown>)[] = []

  async function send(path: string, fields: Parameters<typeof post>[1]): Promise<string> {
    const answer = await post(path, fields)
    const { location } = answer.headers
    if (answer.status !== 303 || location === undefined)
      throw new Error(`${path}: ${answer.status} ${/role="alert">([^]*?)<form/.exec(answer.text)?.[1] ?? ''}`)
    return location
  }

  /** Changes fields of a record and leaves the rest. */
  async function change(path: string, fields: Parameters<typeof post>[1]): Promise<void> {
    const asItStands = formOf((await page(path)).text)
    const location = await send(path, { ...asItStands, intent: 'save', ...fields })
    const entry = entryOf((await page(location)).text)
    undos.push(() => send(path, { intent: 'undo', entry }))
  }

  const setting = (app: AppCode, name: string, value: string) => change(`/office/settings/${app}.${name}`, { value })
  /** Keys of a product's records, such as '12.aol'. */
  const keysIn = async (list: string, sku: string) => {
    const { text } = await page(`/office/${list}?q=${encodeURIComponent(sku)}`)
    return [
      ...new Set(
        [...text.matchAll(new RegExp(`href="/office/${list}/(\\d+\\.[^"?]+)"`, 'g'))].map(([, key = '']) => key),
      ),
    ]
  }
  return {
    setting,
    async redirect(app: AppCode, source: string, destination: string): Promise<void> {
      const location = await send('/office/redirects/new', { intent: 'create', app, source, destination })
      const path = location.replace(/\?.*/, '')
      undos.push(async () =>
        send(path, { intent: 'remove', version: formOf((await page(path)).text)['version'] ?? '' }),
      )
    },
    /** Google Pay and Apple Pay, and the button on product pages. */
    async offerWallets(app: AppCode): Promise<void> {
      await setting(app, 'IsGooglePayExpressEnabled', 'true')
      for (const method of ['googlepay', 'applepay'])
        await change(`/office/payment-methods/${app}.${method}`, { 'has:isEnabled': '1', isEnabled: 'true' })
    },
    /** Uploads files to a product, one after the other, as its staff would. */
    async upload(sku: string, files: readonly UploadedFile[]): Promise<void> {
      const { text } = await page(`/office/products?q=${encodeURIComponent(sku)}`)
      const [, path] = /href="(\/office\/products\/\d+)[?"]/.exec(text) ?? []
      if (path === undefined) throw new Error(`there is no product ${sku}`)
      for (const { name, type, title, bytes } of files) {
        const answer = await administrator.staff('POST', `${path}/files`, {
          raw: Buffer.concat([
            Buffer.from(`${partOf('name="title"')}\r\n${title}\r\n${partOf('name="place"')}\r\n\r\n`),
            Buffer.from(`${partOf(`name="file"; filename="${name}"`)}content-type: ${type}\r\n\r\n`),
            bytes,
            Buffer.from(`\r\n--${edge}--\r\n`),
          ]),
          headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'sec-fetch-site': 'same-origin' },
        })
        const { location } = answer.headers
        if (answer.status !== 303 || location === undefined)
          throw new Error(`${name}: ${answer.status} ${/role="alert">([^]*?)<form/.exec(answer.text)?.[1] ?? ''}`)
        const entry = entryOf((await page(location)).text)
        undos.push(() => send(path, { intent: 'undo', entry }))
      }
    },
    /** The price in dollars. */
    async price(app: AppCode, sku: string, price: string): Promise<void> {
      const key = (await keysIn('prices', sku)).find((one) => one.endsWith(`.${app}`))
      if (key === undefined) throw new Error(`${app} does not sell ${sku}`)
      await change(`/office/prices/${key}`, { price })
    },
    async sellOut(sku: string): Promise<void> {
      for (const key of await keysIn('stock', sku))
        await change(`/office/stock/${key}`, { quantity: '0', incoming: '0', incomingOn: '' })
    },
    /** Publishes the pending reviews with this title; returns their pages as they were before. */
    async publishReviews(title: string): Promise<readonly string[]> {
      const { text } = await page(`/office/reviews?status=pending&q=${encodeURIComponent(title)}`)
      const paths = [...new Set([...text.matchAll(/href="(\/office\/reviews\/\d+)[?"]/g)].map(([, path = '']) => path))]
      const before: string[] = []
      for (const path of paths) {
        const { text: record } = await page(path)
        before.push(record)
        await send(path, { intent: 'approve', version: formOf(record)['version'] ?? '' })
      }
      return before
    },
    /** Undoes all changes made here, last first. */
    async undo(): Promise<void> {
      for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) await undo()
    },
  }
}
