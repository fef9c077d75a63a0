import { afterAll, beforeAll, expect, test } from 'vitest'
import { brands } from '../brands/brands.ts'
import { staticNames, type StaticContent } from '../modules/content/content.ts'
import { openTestShop, type TestShop } from '../shop-for-tests.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

test('every brand has the texts that the checkout links to, in its own name', async () => {
  for (const { app, companyName, supportNumber } of brands)
    for (const name of Object.values(staticNames)) {
      const answer = await shop.visitor(app).get(`/api/Static/${name}`)
      expect([app, name, answer.status]).toEqual([app, name, 200])
      const { heading, body, metaDescription } = answer.json<StaticContent>()
      expect(heading).not.toBe('')
      expect(`${body} ${metaDescription}`).toContain(name === 'delivery-information' ? supportNumber : companyName)
    }
})

test('a name may be written in any letter case; one that is none is not found', async () => {
  const visitor = shop.visitor()
  expect((await visitor.get('/api/static/Privacy-Policy')).json()).toMatchObject({
    name: 'privacy-policy',
    heading: 'Privacy Policy',
  })
  for (const name of ['nothing', 'constructor', '__proto__'])
    expect([name, (await visitor.get(`/api/Static/${name}`)).status]).toEqual([name, 404])
})
