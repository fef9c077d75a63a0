import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandAtExample } from '../../testing/brand.ts'
import type { AppCode } from '../../brands/apps.ts'
import { brandOf, brands } from '../../brands/brands.ts'
import { contactLimits, contactTexts } from '../../modules/content/forms/contact.ts'
import { staticNames, type StaticContent } from '../../modules/content/content.ts'
import { contactMail } from '../../modules/content/mail/contact-mail.tsx'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

test('every brand has the texts that the checkout links to, with its own name', async () => {
  for (const { app, companyName, supportNumber } of brands)
    for (const name of Object.values(staticNames)) {
      const answer = await shop.visitor(app).get(`/api/Static/${name}`)
      expect([app, name, answer.status]).toEqual([app, name, 200])
      const { heading, body, metaDescription } = answer.json<StaticContent>()
      expect(heading).not.toBe('')
      expect(`${body} ${metaDescription}`).toContain(name === 'delivery-information' ? supportNumber : companyName)
    }
})

test('a text name matches in any letter case, and an unknown one is 404 [CAT-21]', async () => {
  const visitor = shop.visitor()
  expect((await visitor.get('/api/static/Privacy-Policy')).json()).toMatchObject({
    name: 'privacy-policy',
    heading: 'Privacy Policy',
  })
  for (const name of ['nothing', 'constructor', '__proto__'])
    expect([name, (await visitor.get(`/api/Static/${name}`)).status]).toEqual([name, 404])
})

test('the notice above the navigation has four fields; without one the response is {} [ALRT-01] [ALRT-07]', async () => {
  const answer = await shop.visitor('andoo').get('/api/alertBanner/')
  expect(answer.json()).toEqual({
    desktopContent:
      '<p><strong>Ordering for Christmas?</strong> Metropolitan orders until 18 December arrive before it.</p>',
    mobileContent: '<p><strong>For Christmas:</strong> order by 18 December.</p>',
    bannerURL: '/s/delivery-information',
    backgroundColor: '#0f4c4a',
  })
  const none = await shop.visitor('aol').get('/api/alertBanner/')
  expect([none.status, none.json()]).toEqual([200, {}])
})

test('one call serves home, landing pages and articles, with the current content of their blocks [content-01]', async () => {
  const page = async (slug: string, app: AppCode = 'aol') =>
    (await shop.visitor(app).get(`/api/page/${slug}`)).json<Record<string, unknown>>()
  expect(await page('home', 'wa')).toMatchObject({
    slug: 'home',
    pageType: 'generic',
    masthead: {
      class: 'large-masthead',
      heading: brandOf('wa').tagline,
      background: { src: '/media/demo/room-showroom-wide.avif', alt: '', mediaSet: [] },
      video: [],
    },
  })
  const { blocks } = (await page('home')) as { blocks: { type: string; products?: { sku: string }[] }[] }
  expect(blocks.map(({ type }) => type)).toEqual(['tiles', 'products'])
  expect(blocks.find(({ type }) => type === 'products')?.products?.length).toBeGreaterThan(0)
  expect(await page('legendary-service')).toMatchObject({ pageType: 'topic', title: 'Legendary service' })
  expect((await shop.visitor().get('/api/page/nothing')).status).toBe(404)
})

test('the sitemap lists categories, brands, texts and posts [content-08]', async () => {
  const { sections } = (await shop.visitor().get('/api/sitemap')).json<{
    sections: { title: string; links: { title: string; uri: string }[] }[]
  }>()
  expect(sections.map(({ title }) => title)).toEqual(['Categories', 'Brands', 'Help and terms', 'Blog'])
  const uris = sections.flatMap(({ links }) => links.map(({ uri }) => uri))
  expect(uris).toContain('/s/assembly-services')
  expect(uris).toContain('/blog/how-loud-is-a-dishwasher')
  const inStores = (await shop.visitor('wa').get('/api/sitemap')).json<{ sections: { title: string }[] }>()
  expect(inStores.sections.map(({ title }) => title)).toContain('Stores')
})

test('external links in the footer open in a new tab [content-07]', async () => {
  const footer = (await shop.visitor().get('/api/footer')).json<{
    columns: { heading: string; links: { title: string; uri: string; external: boolean }[] }[]
  }>()
  expect(footer.columns.map(({ heading }) => heading)).toEqual(['Help', 'About us'])
  expect(footer.columns[0]?.links[0]).toEqual({ title: 'Contact us', uri: '/contact-us', external: false })
})

describe('a question to the experts [content-06]', () => {
  const good = {
    name: ' Robin  Vale ',
    email: 'Robin@Shopper.example',
    phone: null,
    postcode: '2000',
    topic: 'Delivery',
    orderNumber: null,
    message: 'Four flights of stairs.\r\nCan you?',
  }
  const stored = () => shop.database.db.selectFrom('contact_request').selectAll().execute()

  test('is stored, answered with a reference, and confirmed by a mail without its text', async () => {
    const answer = await shop.visitor('wa').post('/api/contact', good)
    expect(answer.status).toBe(201)
    const { reference } = answer.json<{ reference: string }>()
    expect(reference).toMatch(/^C\d{8}$/)
    expect(await stored()).toMatchObject([
      {
        reference,
        app: 'wa',
        name: 'Robin Vale',
        email: 'robin@shopper.example',
        phone: null,
        message: 'Four flights of stairs.\nCan you?',
        answered_at: null,
      },
    ])
    const request = await shop.services.content.contact.find(reference)
    if (request === null) throw new Error('it was kept')
    const mail = await contactMail(request, { brand: brandAtExample('wa'), from: undefined })
    expect([mail.recipient, mail.subject]).toEqual([
      'robin@shopper.example',
      `We have received your question ${reference}`,
    ])
    expect(mail.html).toContain('Thanks, one of our experts will be in touch.')
    expect(mail.html).not.toContain('Four flights')
  })

  test.each([
    ['name', '', contactTexts.name],
    ['name', 'x'.repeat(contactLimits.name + 1), contactTexts.name],
    ['email', 'robin@', contactTexts.email],
    ['phone', 'call me', contactTexts.phone],
    ['postcode', '20000', contactTexts.postcode],
    ['topic', 'Weather', contactTexts.topic],
    ['orderNumber', '#', contactTexts.orderNumber],
    ['message', '', contactTexts.message],
    ['message', 'x'.repeat(1_001), contactTexts.message],
  ] as const)('with an invalid %s is rejected by field and not stored', async (field, value, message) => {
    const before = await stored()
    const answer = await shop.visitor().post('/api/contact', { ...good, [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ errors: [{ field, message }], type: 'validation' })
    expect(await stored()).toEqual(before)
  })

  test('is accepted at maximum length', async () => {
    const longest = { ...good, name: 'x'.repeat(80), message: 'x'.repeat(1_000), orderNumber: 'W'.repeat(20) }
    expect((await shop.visitor().post('/api/contact', longest)).status).toBe(201)
  })
})
