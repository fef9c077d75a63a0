import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import type { PageRenderer } from '../../app/rendering/page-renderer.ts'
import { cachedForAll } from '../../app/head/page-headers.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import { requestContext } from '../../composition/request-context.ts'
import { readModerateCommand, runModerate } from './internal/moderate-command.server.ts'
import { createModeration, type Moderation } from './moderation.server.ts'
import type { NewReview } from './reviews.server.ts'
import { allReviews, type ReviewChoice } from './review-choice.ts'

/** What customers write, from the form to the page: nothing is shown before it is approved, and then everywhere at once. */

/** A page that counts what it shows, kept for everyone as the real one is. */
const counting: PageRenderer = async (_request, context) => {
  const { brand, services } = context.get(requestContext)
  const { catalogue, reviews } = services
  const product = catalogue.productBySku('WM-1')
  const found = await reviews.ofProduct(brand, product?.id ?? 0)
  return new Response(`<p>${found.count} reviews</p>`, {
    headers: { 'content-type': 'text/html', ...cachedForAll([`product:${product?.id}`]) },
  })
}

const aol = brandOf('aol')
const draft: NewReview = {
  rating: 4,
  title: 'Quiet',
  text: 'You do not hear it at all.',
  author: 'Kiri M.',
  email: 'kiri@example.com',
  pros: [],
  cons: [],
  photos: [],
  isVerified: false,
}
const nothing = {
  items: [],
  chosenCount: 0,
  byStars: [0, 0, 0, 0, 0],
  ratedByStars: [0, 0, 0, 0, 0],
  count: 0,
  verifiedCount: 0,
  withPhotosCount: 0,
  pros: [],
  cons: [],
  photos: [],
}

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  let moderation: Moderation
  let id = 0
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false, pages: counting })
    moderation = createModeration({ database: shop.database, clock: shop.clock })
    id = shop.services.catalogue.productBySku('WM-1')?.id ?? 0
  })
  afterAll(async () => shop.close())

  const shown = () => shop.services.reviews.ofProduct(aol, id)
  const rating = () => shop.services.catalogue.product(id)?.rating ?? null
  const page = async () => (await shop.visitor().get('/p/front-load-washer-8-kg')).text
  const pending = async () => (await moderation.waiting()).map((one) => one.id)

  test('is pending until approved, then appears on the page, in the rating and in every app', async () => {
    expect(await page()).toContain('0 reviews')
    await shop.services.reviews.write('aol', id, draft)
    // Sent twice, it is still one.
    await shop.services.reviews.write('aol', id, draft)
    expect([await shown(), rating()]).toEqual([nothing, null])
    expect(await page()).toContain('0 reviews')

    const [review, ...others] = await moderation.waiting()
    expect(others).toEqual([])
    expect(review).toMatchObject({ kind: 'review', app: 'aol', sku: 'WM-1', rating: 4, text: draft.text })
    expect(await moderation.decide('review', review?.id ?? 0, 'approved')).toBe(true)
    await until(() => rating() !== null)
    expect(rating()).toEqual({ average: 4, count: 1 })
    const item = {
      id: review?.id,
      rating: 4,
      title: 'Quiet',
      text: draft.text,
      author: 'Kiri M.',
      writtenOn: '2026-11-24',
      isVerified: false,
      pros: [],
      cons: [],
      photos: [],
      answer: null,
    }
    expect(await shown()).toEqual({
      ...nothing,
      items: [item],
      chosenCount: 1,
      byStars: [0, 0, 0, 1, 0],
      ratedByStars: [0, 0, 0, 1, 0],
      count: 1,
    })
    expect((await shop.services.reviews.ofProduct(brandOf('wa'), id)).items).toEqual([item])
    expect(await page()).toContain('1 reviews')
    expect(JSON.stringify(await shown())).not.toContain('kiri@example.com')
  })

  test('a reply is shown with it, and can be removed', async () => {
    const reviewId = (await shown()).items[0]?.id ?? 0
    await moderation.answer('review', reviewId, 'Thank you, Kiri.')
    await until(async () => (await shown()).items[0]?.answer === 'Thank you, Kiri.')
    await moderation.answer('review', reviewId, null)
    await until(async () => (await shown()).items[0]?.answer === null)
  })

  test('once rejected, it disappears and no longer counts', async () => {
    const reviewId = (await shown()).items[0]?.id ?? 0
    await moderation.decide('review', reviewId, 'refused')
    await until(() => rating() === null)
    expect((await shown()).count).toBe(0)
    expect(await page()).toContain('0 reviews')
  })

  test('concurrent approvals all count', async () => {
    for (const stars of [1, 2, 3, 4, 5] as const)
      await shop.services.reviews.write('aol', id, { ...draft, rating: stars, text: `${draft.text} ${stars}` })
    const ids = await pending()
    expect(ids).toHaveLength(5)
    await Promise.all(ids.map((one) => moderation.decide('review', one, 'approved')))
    await until(() => rating()?.count === 5)
    expect(rating()).toEqual({ average: 3, count: 5 })
    expect((await shown()).byStars).toEqual([1, 1, 1, 1, 1])
  })

  test('are paged by ten, newest first', async () => {
    for (let day = 1; day <= 7; day++) {
      shop.clock.advance(86_400_000)
      await shop.services.reviews.write('aol', id, { ...draft, text: `${draft.text} Day ${day}` })
    }
    for (const one of await pending()) await moderation.decide('review', one, 'approved')
    await until(() => rating()?.count === 12)
    const first = await shown()
    expect([first.count, first.items.length]).toEqual([12, 10])
    expect(first.items[0]).toMatchObject({ text: `${draft.text} Day 7`, writtenOn: '2026-12-01' })
    const second = await shop.services.reviews.ofProduct(aol, id, allReviews, 2)
    expect(second.items).toHaveLength(2)
    const days = [...first.items, ...second.items].map((one) => one.writtenOn)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  describe('what buyers say', () => {
    const write = (changes: Partial<NewReview>) =>
      shop.services.reviews.write('aol', other, {
        ...draft,
        ...changes,
        text: `${draft.text} ${JSON.stringify(changes)}`,
      })
    const of = (chosen: Partial<ReviewChoice>) =>
      shop.services.reviews.ofProduct(aol, other, { ...allReviews, ...chosen })
    let other = 0
    beforeAll(async () => {
      other = shop.services.catalogue.productBySku('LAMP-1')?.id ?? 0
      const photo = '/media/files/0123456789abcdef0123456789abcdef.jpg'
      await write({ rating: 5, pros: ['Quiet', 'Easy to clean'], isVerified: true })
      await write({ rating: 4, pros: ['quiet'], cons: ['Thin manual'], photos: [photo] })
      await write({ rating: 2, pros: ['Said once'], cons: ['thin manual'], isVerified: true })
      for (const one of await pending()) await moderation.decide('review', one, 'approved')
      await until(() => shop.services.catalogue.product(other)?.rating?.count === 3)
    })

    test('is counted in the words of the first, when at least two say it', async () => {
      expect(await of({})).toMatchObject({
        count: 3,
        verifiedCount: 2,
        withPhotosCount: 1,
        pros: [{ text: 'Quiet', count: 2 }],
        cons: [{ text: 'Thin manual', count: 2 }],
      })
      expect(await shop.services.reviews.pointsOf('lighting/lamps')).toEqual({
        pros: ['Quiet'],
        cons: ['Thin manual'],
      })
    })

    test('filters, and the summary stays that of all', async () => {
      const ratings = async (chosen: Partial<ReviewChoice>) => {
        const { items, chosenCount, count } = await of(chosen)
        expect([chosenCount, count]).toEqual([items.length, 3])
        return items.map(({ rating: stars }) => stars)
      }
      expect(await ratings({ stars: 4 })).toEqual([4])
      expect(await ratings({ stars: 1 })).toEqual([])
      expect(await ratings({ onlyVerified: true, order: 'highest' })).toEqual([5, 2])
      expect(await ratings({ onlyWithPhotos: true })).toEqual([4])
      expect(await ratings({ point: 'quiet', order: 'lowest' })).toEqual([4, 5])
      expect(await ratings({ point: 'thin manual', onlyVerified: true })).toEqual([2])
    })

    test('is sorted by its stars', async () => {
      expect((await of({ order: 'highest' })).items.map((one) => one.rating)).toEqual([5, 4, 2])
      expect((await of({ order: 'lowest' })).items.map((one) => one.rating)).toEqual([2, 4, 5])
    })
  })

  test('a question is shown in the app where it was asked', async () => {
    await shop.services.reviews.ask('aol', id, {
      text: 'Can it be stacked at all?',
      author: 'Ben',
      email: 'b@x.example',
    })
    const [question] = await moderation.waiting()
    expect(question).toMatchObject({ kind: 'question', rating: null, title: null })
    await moderation.answer('question', question?.id ?? 0, 'Yes, with a kit.')
    await moderation.decide('question', question?.id ?? 0, 'approved')
    await until(async () => (await shop.services.reviews.questionsOf(aol, id)).count === 1)
    expect((await shop.services.reviews.questionsOf(aol, id)).items).toMatchObject([
      { text: 'Can it be stacked at all?', author: 'Ben', answer: 'Yes, with a kit.' },
    ])
    expect((await shop.services.reviews.questionsOf(brandOf('wa'), id)).count).toBe(0)
  })

  test('the command lists pending ones, decides, replies, and reports it', async () => {
    await shop.services.reviews.write('aol', id, { ...draft, text: 'One more, for the command.' })
    const said: string[] = []
    const run = (...argv: string[]) =>
      runModerate(readModerateCommand(argv), { moderation, write: (text) => said.push(text) })
    const [reviewId = 0] = await pending()
    await run('list')
    expect(said.join('')).toContain(
      `review ${reviewId}  WM-1 on aol, Kiri M., 2026-12-01, 4 of 5\n    Quiet\n    One more`,
    )
    expect(await run('answer', 'review', String(reviewId), 'Thank you.')).toBe(0)
    expect(await run('approve', 'review', String(reviewId))).toBe(0)
    expect(said.slice(-2)).toEqual([`Review ${reviewId}: answered.\n`, `Review ${reviewId}: approved.\n`])
    await until(async () => (await shown()).items[0]?.answer === 'Thank you.')
    said.length = 0
    await run('list')
    expect(said).toEqual(['Nothing is waiting.\n'])
    expect(await run('refuse', 'question', '999999')).toBe(1)
    expect(said.at(-1)).toBe('There is no question 999999.\n')
  })
})

test.each([
  [[], 'Say what to do: list, approve, refuse or answer.'],
  [['approve'], 'Say of what: review or question, not "".'],
  [['approve', 'review', 'x'], 'Give the number that "list" shows, not "x".'],
  [['approve', 'review', '1', '2'], '"2" is one word too many; put a text in quotes.'],
  [['answer', 'review', '1'], 'Give the answer in quotes.'],
  [['answer', 'review', '1', 'Thank', 'you'], '"you" is one word too many; put a text in quotes.'],
])('wrong usage of the command (%s) is explained', (argv, text) => {
  expect(() => readModerateCommand(argv)).toThrow(text)
})
