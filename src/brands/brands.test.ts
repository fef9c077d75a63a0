import { describe, expect, test } from 'vitest'
import { appCodes } from './apps.ts'
import { brandOf, brandOfHost, brands, countryParts } from './brands.ts'
import { isSpecialBrand } from './special-brand.ts'

/** The tables of decision brands-02, as they are written there. */

const table = `
| wa     | Winning Appliances            | AU, en_AU | wa    | 1300 975 707 |
| andoo  | Andoo                         | AU, en_AU | andoo | 1300 000 500 |
| aol    | Appliances Online             | AU, en_AU | aol   | 1300 975 708 |
| aol-nz | Appliances Online NZ          | NZ, en_NZ | aol   | 0800 100 900 |
| aoc    | Appliances Online Commercial  | AU, en_AU | aoc   | 1300 975 709 |
| wac    | Winning Appliances Commercial | AU, en_AU | wac   | 1300 975 710 |
| hc     | Home & Commercial Outlet      | AU, en_AU | hc    | 1300 975 711 |
| fk     | FK Kitchens                   | AU, en_AU | fk    | 1800 160 401 |`

const looks = `
| wa     | Search for a product                  | 3, 6 | 90  | yes | no  | no  | yes | button   |
| andoo  | What are you looking for?             | 4, 8 | 100 | yes | no  | no  | yes | button   |
| aol    | What are you looking for?             | 4, 8 | 100 | no  | no  | yes | no  | button   |
| aol-nz | What are you looking for?             | 4, 8 | 100 | no  | no  | yes | no  | button   |
| aoc    | Search for a product                  | 3, 6 | 90  | no  | no  | no  | no  | checkbox |
| wac    | Search for a product                  | 3, 6 | 90  | no  | yes | no  | no  | checkbox |
| hc     | Find the best brands at lowest prices | 3, 8 | 90  | yes | no  | no  | yes | checkbox |
| fk     | Search for a product                  | 3, 6 | 90  | no  | yes | no  | no  | checkbox |`

const headers = `
| NavWa    | yes | columns  | light | caps    | quiet   | no  |                                |
| NavAndoo | yes | pictures | light | soft    | quiet   | no  |                                |
| NavAol   | no  | columns  | light | plain   | service | yes |                                |
| NavAolNz | no  | columns  | light | plain   | service | yes |                                |
| NavAoc   | no  | list     | light | compact | quiet   | no  |                                |
| NavWac   | yes | columns  | dark  | caps    | quiet   | no  | Brands, New arrivals, Promotions |
| NavHc    | no  | columns  | dark  | loud    | loud    | no  | Deals, Just in                 |
| NavFk    | no  | columns  | light | plain   | quiet   | no  | Brands, New arrivals, Promotions |`

const rules = `
| wa     | no  | yes | on  | no  | no  | yes | 24/7 Customer Support           |
| andoo  | no  | no  | on  | no  | no  | no  | 24/7 Customer Support           |
| aol    | no  | yes | on  | no  | no  | no  | 24/7 Australia Customer Support |
| aol-nz | no  | yes | on  | no  | no  | no  | 24/7 Customer Support           |
| aoc    | yes | no  | on  | no  | no  | no  | 24/7 Australia Customer Support |
| wac    | no  | no  | off | yes | no  | yes | 24/7 Customer Support           |
| hc     | no  | no  | on  | no  | yes | no  | 24/7 Customer Support           |
| fk     | no  | no  | on  | no  | no  | no  | 24/7 Customer Support           |`

const rowsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const yes = (value: boolean) => (value ? 'yes' : 'no')

test('there are eight variants, wa first [BIZ-03]', () => {
  expect(brands.map((brand) => brand.app)).toEqual(['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk'])
  expect(brands.map((brand) => brand.app)).toEqual([...appCodes])
})

test('each has its name, country, locale, theme and support number [BIZ-04] [SETT-11] [SETT-12]', () => {
  const rows = brands.map((one) => [
    one.app,
    one.companyName,
    `${one.country}, ${one.locale}`,
    one.theme,
    one.supportNumber,
  ])
  expect(rows).toEqual(rowsOf(table))
})

test('each has its search box, ribbons, category bar, canonical addresses, home page and compare control [SETT-02]', () => {
  const rows = brands.map(({ suggestionTiles, ...one }) => [
    one.app,
    one.searchPlaceholder,
    `${suggestionTiles.small}, ${suggestionTiles.large}`,
    String(suggestionTiles.imagePx),
    yes(one.drawsRibbons),
    yes(one.hidesCategoryBar),
    yes(one.canonicalSlash),
    yes(one.homeUsesPageBuilder),
    one.compareControl,
  ])
  expect(rows).toEqual(rowsOf(looks))
})

test('each has its own header: name, icons, menu, emphasis and what is open [NAV-02] [SETT-02]', () => {
  const rows = brands.map(({ header: one }) => [
    one.name,
    yes(one.icons.includes('project')),
    one.menu,
    one.tone,
    one.labels,
    one.strip,
    yes(one.keepsSearchOpen),
    one.barLinks.map((link) => link.title).join(', '),
  ])
  expect(rows).toEqual(rowsOf(headers))
  // Two apps of one theme differ in what they have, not in how they look.
  const looks = brands
    .filter((one) => one.app !== 'aol-nz')
    .map(({ header: { name: _name, ...look } }) => JSON.stringify(look))
  expect(new Set(looks).size).toBe(7)
})

test('three apps use product search for their dropdown, three the API of their header, two use suggestions', () => {
  const apps = (call: string) => brands.filter((one) => one.suggestionsFrom === call).map((one) => one.app)
  expect(apps('product-search')).toEqual(['wa', 'andoo', 'aol'])
  expect(apps('header-search')).toEqual(['aol-nz', 'hc', 'fk'])
  expect(apps('suggestion-search')).toEqual(['aoc', 'wac'])
})

test('each has its rules for prices, leaving the checkout, newsletter, trade, delivery texts, storage and support [SETT-02]', () => {
  const rows = brands.map((one) => [
    one.app,
    yes(one.hidesPricesWhenAnonymous),
    yes(one.warnsWhenLeavingCheckout),
    one.newsletterDefault ? 'on' : 'off',
    yes(one.asksForPoNumber),
    yes(one.explainsUnavailableDelivery),
    yes(one.chargesStorage),
    one.supportText,
  ])
  expect(rows).toEqual(rowsOf(rules))
})

test('the currency follows the country [BIZ-05]', () => {
  expect(brands.map((one) => [one.app, one.currency])).toEqual(
    appCodes.map((app) => [app, app === 'aol-nz' ? 'NZD' : 'AUD']),
  )
  expect([countryParts('AU').currency, countryParts('NZ').currency]).toEqual(['AUD', 'NZD'])
})

test('delivery texts depend on the country, payment configuration on the app', () => {
  for (const one of brands)
    expect(one.freeDeliveryText).toBe(one.country === 'NZ' ? 'Free fast delivery' : 'Free next-day delivery')
  expect(brands.filter((one) => one.paymentConfigVersion === 2).map((one) => one.app)).toEqual(['aol', 'aol-nz'])
})

test('only the outlet calls the RRP a former price and ignores line discounts', () => {
  expect(brands.filter((one) => one.labelsRrpAsWas).map((one) => one.app)).toEqual(['hc'])
  expect(brands.filter((one) => one.ignoresLineDiscount).map((one) => one.app)).toEqual(['hc'])
})

test('only the furniture brand sells assembly as a service [FAQ-08]', () => {
  expect(brands.flatMap((one) => (one.assemblyLink === null ? [] : [[one.app, one.assemblyLink]]))).toEqual([
    ['andoo', '/s/assembly-services'],
  ])
})

test('the two countries of a brand are each other’s alternate', () => {
  expect(brands.flatMap((one) => (one.otherCountryApp === null ? [] : [[one.app, one.otherCountryApp]]))).toEqual([
    ['aol', 'aol-nz'],
    ['aol-nz', 'aol'],
  ])
})

describe('the brand of a request', () => {
  const sites = new Map([
    ['www.andoo.example', 'andoo'],
    ['localhost:4000', 'fk'],
  ] as const)

  test.each([
    ['www.andoo.example', 'andoo'],
    ['WWW.Andoo.Example:443', 'andoo'],
    ['localhost:4000', 'fk'],
    ['localhost:4001', 'aol'],
    ['elsewhere.example', 'aol'],
    ['', 'aol'],
  ])('to %j is %s [BIZ-02]', (host, app) => {
    expect(brandOfHost(host, sites, 'aol').app).toBe(app)
  })

  test('is never an unknown one', () => {
    expect(() => brandOf('xx' as never)).toThrow('no such app: xx')
  })
})

test('the special brand is recognised in any letter case and with surrounding spaces [BRAND-01]', () => {
  expect(['Miele', ' MIELE ', 'miele'].map(isSpecialBrand)).toEqual([true, true, true])
  expect(['Mielé', 'Miele Outlet', ''].map(isSpecialBrand)).toEqual([false, false, false])
})
