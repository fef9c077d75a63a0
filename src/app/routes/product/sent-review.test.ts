import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import { openMember } from '../../../testing/members.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { action } from './product-reviews.tsx'

/** Reviews as forms send them, with photos, by those who have bought the product and by others. */

const pages: PageRenderer = async (request, context) => {
  try {
    const { data, init } = await action({ request, context, params: { uri: 'french-door-fridge-600-l' } } as never)
    return Response.json(data, init ?? {})
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    const { data, init } = thrown as { data: unknown; init: ResponseInit }
    return Response.json(data, init)
  }
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.deleteFrom('review').execute()
})

const path = '/p/french-door-fridge-600-l/reviews'
const written = {
  rating: '5',
  title: 'Quiet',
  text: 'You do not hear it at all.',
  author: 'Kiri',
  email: 'kiri@example.com',
}

async function send({
  photos = [],
  fields = {},
  by = shop.visitor(),
}: {
  photos?: readonly File[]
  fields?: Readonly<Record<string, string>>
  by?: Visitor
} = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...written, ...fields })) form.set(name, value)
  for (const photo of photos) form.append('photos', photo)
  const body = new Response(form)
  const raw = Buffer.from(await body.arrayBuffer())
  return by.send('POST', path, {
    raw,
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      'content-length': String(raw.byteLength),
      'sec-fetch-site': 'same-origin',
    },
  })
}

const stored = () =>
  shop.database.db.selectFrom('review').select(['is_verified', 'pros', 'cons', 'photos', 'status']).execute()

const jpeg = async (name: string, background = '#804020') =>
  new File(
    [
      await sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ],
    name,
    {
      type: 'image/jpeg',
    },
  )

test('photos become uploads that only the review names, and wait with it', async () => {
  const answer = await send({
    photos: [await jpeg('kitchen.jpg'), await jpeg('inside.jpg', '#204080')],
    fields: { pros: 'quiet' },
  })
  expect([answer.status, answer.headers.location]).toEqual([303, '/p/french-door-fridge-600-l?sent=review#reviews'])
  const [review] = await stored()
  expect(review).toMatchObject({ status: 'pending', is_verified: false, pros: ['Quiet'] })
  expect(review?.photos).toHaveLength(2)
  const media = await shop.database.db.selectFrom('media').select(['address', 'file_name']).execute()
  expect(media.map(({ address }) => address).toSorted()).toEqual(review?.photos.toSorted())
  // A name may say more of its sender than they mean to.
  expect(media.map(({ file_name }) => file_name)).toEqual([null, null])
})

test('a form without a choice of photos sends an empty one', async () => {
  expect((await send({ photos: [new File([], '', { type: 'application/octet-stream' })] })).status).toBe(303)
  expect((await stored())[0]?.photos).toEqual([])
})

describe('is refused with what was typed, and stores no review:', () => {
  const file = (bytes: string | Uint8Array<ArrayBuffer>, name: string, type: string) =>
    new File([bytes], name, { type })
  test.each([
    [
      'a text',
      () => file('hello', 'a.jpg', 'image/jpeg'),
      'a.jpg: The file must be a JPEG, PNG, WebP or AVIF picture, or a PDF.',
    ],
    ['an empty file', () => file('', 'a.jpg', 'image/jpeg'), 'a.jpg: The file is empty.'],
    [
      'a wrong extension',
      async () => new File([await jpeg('a.jpg')], 'a.png', { type: 'image/jpeg' }),
      'a.png: The file name’s extension does not match its content.',
    ],
    [
      'a truncated picture',
      async () => file(new Uint8Array(await (await jpeg('a.jpg')).arrayBuffer()).slice(0, 200), 'a.jpg', 'image/jpeg'),
      /^a\.jpg: The (picture|file) /,
    ],
    [
      'a drawing with script',
      () => file('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'a.svg', 'image/svg+xml'),
      'a.svg: The file must be a JPEG, PNG, WebP or AVIF picture, or a PDF.',
    ],
    [
      'a photo that is too large',
      () => file(new Uint8Array(10 * 1_048_576 + 1), 'a.jpg', 'image/jpeg'),
      'Choose photos of at most 10 MB each',
    ],
  ])('%s', async (_what, make, message) => {
    const answer = await send({ photos: [await make()] })
    expect(answer.status).toBe(400)
    const { typed, problems } = answer.json<{ typed: object; problems: { photos: string } }>()
    expect(typed).toEqual(written)
    expect(problems.photos).toMatch(message)
    expect(await stored()).toEqual([])
  })

  test('five photos', async () => {
    const answer = await send({
      photos: await Promise.all(['1', '2', '3', '4', '5'].map((name) => jpeg(`${name}.jpg`))),
    })
    expect([answer.status, answer.json()['problems']]).toEqual([400, { photos: 'Choose at most 4 photos' }])
  })
})

describe('is by a verified buyer', () => {
  async function buy(visitor: Visitor) {
    await visitor.add('FR-1')
    const done = await visitor.submit(await visitor.order({ card: await shop.card() }))
    expect(done.status).toBe(200)
    return done.json<{ webOrderId: string }>().webOrderId
  }
  const isVerified = async (by: Visitor) => {
    expect((await send({ by })).status).toBe(303)
    const [review] = await stored()
    return review?.is_verified
  }

  test('when the account has bought it', async () => {
    const { visitor } = await openMember(shop)
    expect(await isVerified(visitor)).toBe(false)
    await shop.database.db.deleteFrom('review').execute()
    await buy(visitor)
    expect(await isVerified(visitor)).toBe(true)
  })

  test('when a guest has looked up the order, and not when it is cancelled', async () => {
    const visitor = shop.visitor()
    const order = await buy(visitor)
    const other = shop.visitor()
    expect(await isVerified(other)).toBe(false)
    await shop.database.db.deleteFrom('review').execute()
    const email = (
      await shop.database.db
        .selectFrom('customer_order')
        .select('email')
        .where('web_order_id', '=', order)
        .executeTakeFirst()
    )?.email
    expect((await other.post('/api/orders/lookup', { orderNumber: order, email })).status).toBe(200)
    expect(await isVerified(other)).toBe(true)
    await shop.database.db.deleteFrom('review').execute()
    await shop.database.db
      .updateTable('customer_order')
      .set({ stage: 'cancelled' })
      .where('web_order_id', '=', order)
      .execute()
    expect(await isVerified(other)).toBe(false)
  })
})
