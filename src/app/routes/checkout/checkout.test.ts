import { expect, test } from 'vitest'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import { openTestShop } from '../../../testing/shop.server.ts'
import { loader } from './checkout.tsx'

/** What the checkout is told of its app, where one value of the configuration chooses which app the shop is. */

const pages: PageRenderer = async (request, context) =>
  Response.json(await loader({ request, context } as unknown as Parameters<typeof loader>[0]))

// A table, one row a line.
// prettier-ignore
const rules = {
  wa: { asksForPoNumber: false, newsletterDefault: true, chargesStorage: true, isBanner: false, number: '1300 975 707', country: 'AU' },
  wac: { asksForPoNumber: true, newsletterDefault: false, chargesStorage: true, isBanner: false, number: '1300 975 710', country: 'AU' },
  hc: { asksForPoNumber: false, newsletterDefault: true, chargesStorage: false, isBanner: true, number: '1300 975 711', country: 'AU' },
  'aol-nz': { asksForPoNumber: false, newsletterDefault: true, chargesStorage: false, isBanner: false, number: '0800 100 900', country: 'NZ' },
} as const

test.each(Object.entries(rules))(
  'with APP=%s every page and call is of that app, with its checkout rules [BIZ-02]',
  async (app, { isBanner, number, country, chargesStorage, ...more }) => {
    const shop = await openTestShop({ sandbox: false, pages, env: { APP: app, SITES: '' } })
    try {
      // By a host that no app is named after.
      const visitor = shop.visitor()
      const reported = (await visitor.get('/customer/checkout')).json<Record<string, unknown>>()
      expect(reported).toMatchObject({ ...more, delivery: { chargesStorage, unavailableIsBanner: isBanner } })
      expect(reported['unavailableText']).toContain(number)
      expect((await visitor.get('/api/settings/global?keys=countryCode,customerSupportNumber')).json()).toMatchObject({
        countryCode: { value: country },
        customerSupportNumber: { value: number },
      })
    } finally {
      await shop.close()
    }
  },
)
