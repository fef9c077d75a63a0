import { applySchedules } from '../modules/catalogue/price-schedule.server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { may, type Act } from '../modules/identity/policy.ts'
import { firstBrokenEntry } from '../modules/staff/audit.server.ts'
import { databaseEngines } from '../testing/database.ts'
import type { Resource } from '../modules/office/resource.server.ts'
import { dashboardTables } from '../modules/office/dashboard-tables.ts'
import { minutes } from '../platform/clock.ts'
import { openTestShop, until, type TestShop, type Visitor } from '../testing/shop.server.ts'
import { sql } from 'kysely'

/** The back office over HTTP: who may what, and that every list behaves in the one way that all of them share. */

type Example = {
  /** What makes one; left out where one is there. */
  readonly make?: Readonly<Record<string, string | readonly string[]>>
  readonly change: readonly [field: string, value: string]
  readonly invalid: readonly [field: string, value: string, message: string]
}

const soon = '2027-03-02'

/** For each list whose records are changed by a form: one to make, a change, and a value that is refused. */
const examples: Readonly<Record<string, Example>> = {
  products: {
    make: {
      title: 'A plain lamp',
      sku: 'NEW-LAMP',
      brand: 'nordhaus',
      category: 'kitchen',
      condition: 'NewCondition',
      isLive: 'true',
    },
    change: ['title', 'A plainer lamp'],
    invalid: ['gtin', '123', 'GTIN must be 8, 12, 13 or 14 digits.'],
  },
  prices: {
    make: { sku: 'NEW-LAMP', app: 'aol', price: '120', priceType: 'winning', lineDiscount: '0' },
    change: ['price', '99.95'],
    invalid: ['price', 'cheap', 'Price: please type an amount such as 1299.00.'],
  },
  'price-schedules': {
    make: { sku: 'NEW-LAMP', app: 'aol', price: '80', startsAt: '2027-01-01T00:00', endsAt: '2027-01-08T00:00' },
    change: ['price', '85.00'],
    invalid: ['endsAt', '2026-12-31T00:00', 'It must end after it begins.'],
  },
  stock: {
    make: { sku: 'NEW-LAMP', warehouse: '2000', quantity: '4', incoming: '0' },
    change: ['quantity', '7'],
    invalid: ['quantity', '-1', 'Free to sell must be at least 0.'],
  },
  categories: {
    make: { title: 'Lamps', uri: 'lamps', position: '9' },
    change: ['title', 'Lights'],
    invalid: ['position', 'first', 'Position: please type a whole number.'],
  },
  attributes: {
    make: {
      code: 'glow_lm',
      title: 'Brightness',
      group: 'Light',
      valueType: 'number',
      unit: 'lm',
      position: '900',
      facet: 'range',
      categories: 'lighting/lamps',
    },
    change: ['title', 'Glow'],
    invalid: ['categories', 'moon', 'There is no category moon.'],
  },
  brands: {
    make: { title: 'Halo', uri: 'halo' },
    change: ['blurb', 'Light.'],
    invalid: ['title', 'Nordhaus', 'Another brand has this name.'],
  },
  tariffs: {
    make: { country: 'NZ', validFrom: '2026-07-01', cents: '32.5', sourceTitle: 'A demo source' },
    change: ['cents', '33.1'],
    invalid: ['sourceUrl', 'ftp://x', 'Address of the source must begin with https://.'],
  },
  promotions: {
    make: {
      title: 'Winter',
      path: 'winter',
      apps: ['aol'],
      startDate: '2026-11-01',
      brand: 'nordhaus',
      rewardLabel: '$50 cashback',
    },
    change: ['title', 'Winter warmers'],
    invalid: ['endDate', '2026-10-01', 'The last day must not be before the first.'],
  },
  rewards: {
    change: ['rewardLabel', '$60 cashback'],
    invalid: ['redemptionEndDate', '2026-10-01', 'It must not end before the promotion begins.'],
  },
  sales: {
    make: { name: 'Sale', app: 'aol', startsAt: '2026-12-01T00:00', url: '/sale', colour: '#123456' },
    change: ['name', 'Summer sale'],
    invalid: ['colour', 'red', 'Colour must be like #c4102b.'],
  },
  coupons: {
    make: {
      code: 'office10',
      kind: 'percentage',
      percent: '10',
      apps: ['aol'],
      startsOn: '2026-11-01',
      minimumSpend: '0',
    },
    change: ['percent', '15'],
    invalid: ['percent', '140', 'Percent off must be at most 100.'],
  },
  'gift-cards': {
    make: { code: 'GIFT-OFFICE', currency: 'AUD', balance: '50', expiresOn: '2028-01-01' },
    change: ['balance', '25.00'],
    invalid: ['expiresOn', '2028-02-31', 'Good until: there is no such day.'],
  },
  content: {
    make: {
      kind: 'static',
      app: 'aol',
      slug: 'office-page',
      isDraft: 'false',
      title: 'Hello',
    },
    change: ['body', '<p>Text</p><script>alert(1)</script>'],
    invalid: ['metaTitle', 'x'.repeat(121), 'Title for search engines must have at most 120 characters; it has 121.'],
  },
  menu: {
    make: { app: 'aol', category: 'kitchen' },
    change: ['title', 'Kitchens'],
    invalid: ['imageUrl', 'javascript:alert(1)', 'Picture must begin with / or https://.'],
  },
  redirects: {
    make: { app: 'aol', source: '/old-page', destination: '/new-page' },
    change: ['destination', '/newer-page'],
    invalid: ['destination', '/old-page', 'The new address leads in a circle, by /old-page.'],
  },
  'delivery-days': {
    make: { deliversOn: soon, warehouse: '2000', tier: 'metro-au' },
    change: ['capacity', '3'],
    invalid: ['capacity', '2.5', 'Room for orders: please type a whole number.'],
  },
  'delivery-zones': {
    make: { country: 'AU', from: '2998', to: '2999' },
    change: ['tier', ''],
    invalid: ['warehouse', '2000', 'Terms and a warehouse go together.'],
  },
  'delivery-terms': { change: ['leadDays', '9'], invalid: ['leadDays', '61', 'Lead days must be at most 60.'] },
  'delivery-services': {
    change: ['position', '40'],
    invalid: ['prices', 'moon | 5', 'There are no terms called moon.'],
  },
  suppliers: {
    change: ['unservedMessage', 'Not there.'],
    invalid: ['regions', 'AU', 'Regions, line 1 (“AU”) must be like AU | 2000 | 2999 | 5 | 55.00.'],
  },
  holidays: {
    make: { title: 'Day off', on: soon, country: 'AU', state: 'NSW' },
    change: ['title', 'A day off'],
    invalid: ['title', '', 'Name is needed.'],
  },
  warehouses: {
    change: ['cutOff', '13:00'],
    invalid: ['cutOff', '25:00', 'Cut-off: please type a time such as 14:00.'],
  },
  stores: {
    change: ['phone', '02 5550 0000'],
    invalid: ['hours', 'Mon: 09:00–17:30', 'Please give seven lines, Mon to Sun.'],
  },
  salespeople: { change: ['name', 'Noor Tan'], invalid: ['name', '', 'Name is needed.'] },
  events: {
    make: {
      title: 'Bread',
      store: '1',
      startsAt: '2027-02-01T10:00',
      endsAt: '2027-02-01T12:00',
      capacity: '12',
      maxGuests: '4',
      demoType: '2',
      subEventType: '0',
      price: '0',
    },
    change: ['capacity', '14'],
    invalid: ['endsAt', '2027-02-01T09:00', 'It must end after it begins.'],
  },
  synonyms: {
    make: { words: 'luminaire\nlamp' },
    change: ['words', 'luminaire\nlamp\nlight fitting'],
    invalid: ['words', 'sofa\nluminaire', '‘sofa’ is in another group: couch, sofa, lounge, settee.'],
  },
  'search-pins': {
    make: { term: 'Washer', app: 'aol', skus: 'LAMP-1' },
    change: ['skus', 'FR-1\nLAMP-1'],
    invalid: ['skus', 'NOPE-1', 'No product has the SKU NOPE-1.'],
  },
  'search-redirects': {
    make: { term: 'Opening Hours', app: 'aol', url: '/stores' },
    change: ['url', '/contact'],
    invalid: ['url', '//evil.example', 'Leads to must be a path of the shop.'],
  },
  settings: { change: ['value', 'true'], invalid: ['value', 'maybe', 'Value: please choose one of the list.'] },
  'payment-methods': { change: ['position', '45'], invalid: ['position', '-1', 'Position must be at least 0.'] },
  staff: { change: ['winningUserId', 'W-NEW'], invalid: ['salespersonCode', 'NT09', 'Only salespeople have a code.'] },
  customers: { change: ['role', 'trade'], invalid: ['role', 'administrator', 'Kind: please choose one of the list.'] },
}

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  let people: Readonly<Record<'staff' | 'sales' | 'administrator', Visitor>>
  let member: Visitor
  const keys = new Map<string, string>()

  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    people = {
      staff: await shop.colleague('staff'),
      sales: await shop.colleague('sales'),
      administrator: await shop.colleague('administrator'),
    }
    member = await shop.colleague('customer')
    for (const one of Object.values(people)) await one.openPanel('/office')
    // Somebody whose role is changed below, and whose sign-ins end with it.
    const staffIds = async () =>
      (await shop.database.db.selectFrom('account').select('id').where('role', '=', 'staff').execute()).map(
        ({ id }) => id,
      )
    const before = await staffIds()
    await shop.colleague('staff')
    keys.set('staff', (await staffIds()).find((id) => !before.includes(id)) ?? '')
  })
  afterAll(() => shop.close())

  const page = (path: string, who: Visitor = people.administrator) => who.staff('GET', path)
  const post = (
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    who: Visitor = people.administrator,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields))
      for (const one of typeof value === 'string' ? [value] : value) form.append(name, one)
    return who.staff('POST', path, {
      raw: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    })
  }
  const lastEntry = async () =>
    (
      await sql<{ act: string; subject: string; outcome: string; before: unknown; after: unknown }>`
      select act, subject, outcome, before, after from staff_audit order by id desc limit 1`.execute(shop.database.db)
    ).rows[0]

  /** The fields of a record's form as a browser would send them. */
  const decoded = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
  function formOf(html: string): Record<string, string | string[]> {
    const main = /<form[^>]* id="main-form"[^]*?<\/form>/.exec(html)?.[0] ?? ''
    const fields: Record<string, string[]> = {}
    const add = (name: string, value: string) => (fields[name] = [...(fields[name] ?? []), decoded(value)])
    for (const [tag] of main.matchAll(/<input[^>]*>/g)) {
      const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
      const isBox = of('type') === 'checkbox'
      if (of('name') !== undefined && (!isBox || / checked=""/.test(tag)))
        add(decoded(of('name') ?? ''), of('value') ?? '')
    }
    for (const [, name = '', text = ''] of main.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
      add(decoded(name), text.replace(/^\n/, ''))
    for (const [, name = '', options = ''] of main.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([^]*?)<\/select>/g))
      add(
        decoded(name),
        /<option[^>]*selected=""[^>]*value="([^"]*)"|<option value="([^"]*)" selected=""/
          .exec(options)
          ?.slice(1)
          .find((one) => one !== undefined) ?? '',
      )
    return fields
  }

  const entryOf = (html: string) => /<button(?=[^>]* name="entry")[^>]* value="(\d+)"/.exec(html)?.[1] ?? ''

  async function keyOf(name: string): Promise<string> {
    const known = keys.get(name)
    if (known !== undefined) return known
    const { make } = examples[name] ?? {}
    let key: string
    if (name === 'rewards') await keyOf('promotions')
    if (make === undefined) {
      const list = await page(`/office/${name}`)
      key = /<th scope="row"><a href="[^"]*\/([^"/]+)"/.exec(list.text)?.[1] ?? ''
      if (name === 'settings') key = 'aol.PriceHistoryEnabled'
    } else {
      if (make['sku'] === 'NEW-LAMP' && name !== 'products') await keyOf('products')
      if (name === 'price-schedules') await keyOf('prices')
      const made = await post(`/office/${name}/new`, { act: 'create', ...make })
      if (made.status !== 303) throw new Error(`${name}: ${made.text.replaceAll(/<style>[^]*<\/style>/g, '')}`)
      key = /\/([^/]+)\?done=create$/.exec(String(made.headers.location))?.[1] ?? ''
    }
    keys.set(name, key)
    return key
  }

  test('every list whose records a form changes has an example here', () => {
    const changed = shop.services.office.resources.filter((one) => one.save !== undefined).map(({ name }) => name)
    expect(Object.keys(examples).toSorted()).toEqual(changed.toSorted())
  })

  describe.each(Object.keys(examples))('%s', (name) => {
    const { change, invalid } = examples[name] as Example

    test('is listed, opened, changed, and the change is undone, each with its line in the log', async () => {
      const here = `/office/${name}/${await keyOf(name)}`
      expect((await page(`/office/${name}`)).status).toBe(200)
      const before = await page(here)
      expect(before.status).toBe(200)
      const [field, value] = change
      const saved = await post(here, { ...formOf(before.text), [field]: value })
      expect([saved.status, saved.headers.location]).toEqual([303, `${here}?done=save`])
      expect(await lastEntry()).toMatchObject({
        outcome: 'done',
        subject: `${name} ${decodeURIComponent(here.split('/').at(-1) ?? '')}`,
      })
      const after = await page(`${here}?done=save`)
      if (name === 'delivery-zones') return
      expect(formOf(after.text)).not.toEqual(formOf(before.text))
      const undone = await post(here, { act: 'undo', entry: entryOf(after.text) })
      expect(undone.status).toBe(303)
      const back = formOf((await page(here)).text)
      expect(back[field]).toEqual(formOf(before.text)[field])
    })

    test('a value that is wrong is refused with its field, and what was typed is kept', async () => {
      const here = `/office/${name}/${await keyOf(name)}`
      const [field, value, message] = invalid
      const refused = await post(here, { ...formOf((await page(here)).text), [field]: value })
      expect(refused.status).toBe(400)
      expect(decoded(refused.text)).toContain(message)
      // A list of choices has no place for what is none of them.
      if (!message.endsWith('choose one of the list.')) expect(formOf(refused.text)[field]).toEqual([value])
    })

    test('of two who change it at once the second is told, sees both and keeps what was typed', async () => {
      const here = `/office/${name}/${await keyOf(name)}`
      const both = formOf((await page(here)).text)
      const [field, value] = change
      if (name === 'delivery-zones') return
      expect((await post(here, { ...both, [field]: value })).status).toBe(303)
      const second = await post(here, { ...both, [field]: value, version: 'another' })
      expect(second.status).toBe(409)
      expect(second.text).toContain('Changed meanwhile')
      expect(formOf(second.text)[field]?.[0]?.replaceAll(/\s/g, '')).toBe(value.replaceAll(/\s/g, ''))
    })

    test('whoever may not change it is refused, and that is written down', async () => {
      const resource = shop.services.office.resource(name)
      const here = `/office/${name}/${await keyOf(name)}`
      for (const [role, who] of Object.entries(people)) {
        if (may(principals[role as keyof typeof principals], resource?.change as Act)) continue
        const refused = await post(here, { act: 'save', version: 'x', [change[0]]: change[1] }, who)
        expect([role, refused.status]).toEqual([role, 403])
        expect(await lastEntry()).toMatchObject({ outcome: 'not_allowed' })
      }
    })
  })

  const staff = { kind: 'staff', userId: 's', winningUserId: 'W1', subdivision: null, salespersonCode: null } as const
  const principals = {
    staff,
    sales: { ...staff, salespersonCode: 'NT01' },
    administrator: { ...staff, isAdministrator: true },
  } as const

  test('who may see which page: nobody without a sign-in, no customer, and of ours those the policy names', async () => {
    const paths = ['/office', '/office/find', ...dashboardTables.map((one) => `/office/dashboard.csv?what=${one}`)].map(
      (path) => [path, 'use the office' as Act] as const,
    )
    const lists = shop.services.office.resources.flatMap((one) => [
      [`/office/${one.name}`, one.see] as const,
      [`/office/${one.name}.csv`, one.csv ?? one.see] as const,
      ...(one.create === undefined ? [] : [[`/office/${one.name}/new`, one.change] as const]),
    ])
    const seenBy = Object.entries({ nobody: shop.visitor(), customer: member, ...people })
    const pages = [...paths, ...lists]
    const inTurns = pages.flatMap((_, at) => (at % 10 === 0 ? [pages.slice(at, at + 10)] : []))
    for (const some of inTurns)
      await Promise.all(
        some.flatMap(([path, act]) =>
          seenBy.map(async ([role, who]) => {
            const principal = principals[role as keyof typeof principals] ?? null
            const expected = principal === null ? 401 : may(principal, act) ? 200 : 403
            expect([path, role, (await page(path, who)).status]).toEqual([path, role, expected])
          }),
        ),
      )
  })

  test('no act of a list is done for whoever may not do it', async () => {
    const refuse = async (resource: Resource, act: 'create' | 'save' | 'remove') => {
      const path = act === 'create' ? `/office/${resource.name}/new` : `/office/${resource.name}/1`
      const refused = await post(path, { act, version: 'x' }, people.sales)
      const isThere = act === 'create' ? resource.create !== undefined : true
      const expected = isThere || !may(principals.sales, resource.see) ? 403 : 404
      expect([path, act, refused.status]).toEqual([path, act, expected])
    }
    for (const resource of shop.services.office.resources)
      if (!may(principals.sales, resource.change))
        await Promise.all((['create', 'save', 'remove'] as const).map((act) => refuse(resource, act)))
  })

  test('a service is offered by the conditions that are written for it, and an attribute must be known', async () => {
    const here = '/office/delivery-services/connect-washer-or-dishwasher'
    const send = async (conditions: string) => post(here, { ...formOf((await page(here)).text), conditions })
    const unread = await send('capacity: 8')
    expect([unread.status, unread.text.includes('must be the code of an attribute, = or !=')]).toEqual([400, true])
    const unknown = await send('moon = full')
    expect([unknown.status, unknown.text.includes('There is no attribute moon.')]).toEqual([400, true])
    const conditions = async () =>
      (await shop.services.delivery.services()).find((one) => one.code === 'connect-washer-or-dishwasher')?.conditions
    expect(await conditions()).toEqual([])
    // What a new shop starts with stays although no attribute of the catalogue has the name yet.
    const seeded = '/office/delivery-services/connect-fridge-water'
    expect((await post(seeded, { ...formOf((await page(seeded)).text), position: '41' })).status).toBe(303)
  })

  test('a form of another site is refused, and a page of the office stands in no frame', async () => {
    const refused = await post('/office/brands/1', { act: 'save' }, people.administrator, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    })
    expect(refused.status).toBe(403)
    const shown = await page('/office/brands')
    expect(String(shown.headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    expect(shown.headers['cache-control']).toBe('private, no-store')
  })

  test('a price counts on the product page, in the call and in the list at once, and never goes below its floor', async () => {
    const product = shop.services.catalogue.productBySku('LAMP-1')
    const here = `/office/prices/${product?.id}.aol`
    const form = formOf((await page(here)).text)
    const floored = await post(here, { ...form, price: '41.50', floor: '40' })
    expect(floored.status).toBe(303)
    await until(() => shop.services.catalogue.product(product?.id ?? 0)?.offers.aol?.price === 4_150)
    const call = await shop.visitor().get('/api/v2/product/slug/' + product?.uri)
    expect(JSON.stringify(call.json())).toContain('41.5')
    const low = await post(here, { ...formOf((await page(here)).text), price: '39.99' })
    expect([low.status, low.text.includes('The price must not be below the floor of $40.00.')]).toEqual([400, true])
  })

  test('what members pay lies between the floor and the price, is written down, and is nobody else’s price [SETT-22]', async () => {
    const id = shop.services.catalogue.productBySku('HOSE-1')?.id ?? 0
    const here = `/office/prices/${id}.aol`
    const send = async (values: Record<string, string>) => post(here, { ...formOf((await page(here)).text), ...values })
    const refused = async (values: Record<string, string>, message: string) => {
      const answer = await send({ floor: '8', ...values })
      expect([answer.status, answer.text.includes(message)]).toEqual([400, true])
    }
    await refused({ member: '0' }, 'Deals Club price must be at least')
    await refused({ member: '10' }, 'The Deals Club price must be lower than what everybody pays, $10.00.')
    await refused({ member: '9.50', lineDiscount: '1' }, 'must be lower than what everybody pays, $9.00.')
    await refused({ member: '7.99' }, 'The Deals Club price must not be below the floor of $8.00.')
    await refused({ member: '9', price: '' }, 'has no Deals Club price')
    await refused({ member: '9', priceType: 'manufacturer' }, 'is the same for members')
    expect((await send({ floor: '8', member: '9.50' })).status).toBe(303)
    const offer = () => shop.services.catalogue.product(id)?.offers.aol
    await until(() => offer()?.memberPrice === 9_50)
    expect(offer()?.price).toBe(10_00)
    const written = await sql<{ after: unknown }>`select after from staff_audit
      where subject like ${`%${id}.aol%`} order by at desc, id desc limit 1`.execute(shop.database.db)
    expect(JSON.stringify(written.rows[0]?.after)).toContain('950')
    expect((await send({ member: '' })).status).toBe(303)
    await until(() => offer()?.memberPrice === undefined)
  })

  test('a scheduled price begins and ends by the clock, and what was asked before comes back', async () => {
    const product = shop.services.catalogue.productBySku('LAMP-1')
    const id = product?.id ?? 0
    const priceOf = () => shop.services.catalogue.product(id)?.offers.aol?.price
    const before = priceOf()
    const now = shop.clock.now()
    const at = (ms: number) => {
      const parts = new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Australia/Sydney',
        dateStyle: 'short',
        timeStyle: 'short',
      })
      return parts.format(new Date(now.getTime() + ms)).replace(' ', 'T')
    }
    const wish = { act: 'create', sku: 'LAMP-1', app: 'aol', startsAt: at(minutes(10)), endsAt: at(minutes(30)) }
    expect((await post('/office/price-schedules/new', { ...wish, price: '39' })).text).toContain(
      'must not be below the floor',
    )
    expect((await post('/office/price-schedules/new', { ...wish, price: '40.50' })).status).toBe(303)
    expect((await post('/office/price-schedules/new', { ...wish, price: '40.75' })).text).toContain(
      'has some of the same time',
    )
    await applySchedules(shop.database, shop.clock.now())
    expect(priceOf()).toBe(before)
    await shop.advance(minutes(11))
    await applySchedules(shop.database, shop.clock.now())
    await until(() => priceOf() === 4_050)
    await shop.advance(minutes(20))
    await applySchedules(shop.database, shop.clock.now())
    await until(() => priceOf() === before)
    // The sign-ins of the other tests would end after half an hour without use.
    await shop.advance(-minutes(31))
  })

  test('a delivery day that is closed leaves the calendar, and comes back when it is taken off', async () => {
    const place = { country: 'AU', postcode: '2000', state: 'NSW' } as const
    const open = async () => {
      const found = await shop.services.delivery.availability(place, [])
      return (found?.calendar?.dates ?? []).filter((one) => one.available).map((one) => one.day)
    }
    const [first] = await open()
    const zone = await shop.services.delivery.zoneOf(place)
    const made = await post('/office/delivery-days/new', {
      act: 'create',
      deliversOn: first ?? '',
      warehouse: zone?.warehouse.code ?? '',
      tier: zone?.tier.code ?? '',
      isClosed: 'true',
    })
    expect(made.status).toBe(303)
    expect(await open()).not.toContain(first)
    const here = String(made.headers.location).replace('?done=create', '')
    const version = String(formOf((await page(here)).text)['version'])
    expect((await post(here, { act: 'remove', version })).status).toBe(303)
    expect(await open()).toContain(first)
  })

  test('who buys on account needs a limit, which is never below what is owed', async () => {
    const here = `/office/customers/${await keyOf('customers')}`
    const form = { ...formOf((await page(here)).text), role: 'trade', hasApprovedCredit: 'true' }
    expect(decoded((await post(here, form)).text)).toContain('Please say how much may be owed at most.')
    expect((await post(here, { ...form, creditLimit: '5000' })).status).toBe(303)
    const account = shop.database.db.selectFrom('credit_account').selectAll()
    expect(await account.executeTakeFirst()).toMatchObject({ currency: 'AUD', limit_cents: 500_000, balance_cents: 0 })
    await shop.database.db.updateTable('credit_account').set({ balance_cents: 120_000 }).execute()
    const owing = formOf((await page(here)).text)
    const refused = await post(here, { ...owing, creditLimit: '1199.99' })
    expect(decoded(refused.text)).toContain('More than this is owed already.')
    expect((await post(here, { ...owing, hasApprovedCredit: '', creditLimit: '1200' })).status).toBe(303)
    expect(await account.executeTakeFirst()).toMatchObject({ limit_cents: 120_000 })
  })

  test('a setting counts without a restart and goes back to its standard', async () => {
    const brand = { app: 'hc', pricePromise: null, country: 'AU', supportNumber: '', newsletterDefault: true } as const
    const here = '/office/settings/hc.CrossSellEnabled'
    await post(here, { ...formOf((await page(here)).text), value: 'false' })
    await until(() => shop.services.settings.text(brand, 'CrossSellEnabled') === 'false')
    const version = String(formOf((await page(here)).text)['version'])
    await post(here, { act: 'remove', version })
    await until(() => shop.services.settings.text(brand, 'CrossSellEnabled') === 'true')
  })

  test('what is deleted can be taken back at once', async () => {
    const made = await post('/office/redirects/new', {
      act: 'create',
      app: 'aol',
      source: '/gone',
      destination: '/here',
    })
    const here = String(made.headers.location).replace('?done=create', '')
    const version = String(formOf((await page(here)).text)['version'])
    const removed = await post(here, { act: 'remove', version })
    expect(removed.headers.location).toBe('/office/redirects?done=remove')
    expect((await page(here)).status).toBe(404)
    const list = await page('/office/redirects?done=remove')
    const entry = entryOf(list.text)
    expect((await post('/office/redirects', { act: 'undo', entry })).status).toBe(303)
    expect((await page(here)).status).toBe(200)
  })

  test('a change that somebody has changed again cannot be taken back unseen', async () => {
    const here = '/office/brands/1'
    await post(here, { ...formOf((await page(here)).text), blurb: 'One' })
    const entry = entryOf((await page(`${here}?done=save`)).text)
    await post(here, { ...formOf((await page(here)).text), blurb: 'Two' }, people.staff)
    expect((await post(here, { act: 'undo', entry })).status).toBe(409)
    expect(formOf((await page(here)).text)['blurb']).toEqual(['Two'])
  })

  test('a view is kept by whoever saved it, for themselves alone', async () => {
    await post('/office/products?q=fridge&status=live', { act: 'keep-view', name: 'Live fridges' })
    const own = await page('/office/products')
    expect(own.text).toMatch(/<a href="\/office\/products\?q=fridge&amp;status=live"[^>]*>Live fridges<\/a>/)
    expect((await page('/office/products', people.staff)).text).not.toContain('Live fridges')
  })

  test('a list goes away as a file in which nothing is a formula', async () => {
    await post('/office/brands/new', { act: 'create', title: '=cmd()', uri: 'cmd' })
    const csv = await page('/office/brands.csv?q=cmd')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.text).toBe("Name,Address,Products\r\n'=cmd(),cmd,0\r\n")
  })

  test('HTML is cleaned when it is written', async () => {
    const here = `/office/products/${await keyOf('products')}`
    await post(here, {
      ...formOf((await page(here)).text),
      description: '<p onclick="x()">Good</p><script>alert(1)</script>',
    })
    expect(formOf((await page(here)).text)['description']).toEqual(['<p>Good</p>'])
  })

  describe('many at once', () => {
    const finished = async (location: unknown) => {
      const path = String(location)
      let text = ''
      await until(async () => {
        text = (await page(path)).text
        return !text.includes('>Look again<')
      })
      return text
    }

    test('prices go down by a percentage after a look at it, each by its own rules, and what is refused can be taken away', async () => {
      const product = shop.services.catalogue.productBySku('LAMP-1')
      const price = () => shop.services.catalogue.product(product?.id ?? 0)?.offers
      const [aol, wa] = [price()?.aol?.price ?? 0, price()?.wa?.price ?? 0]
      const here = '/office/bulk?list=prices&q=LAMP-1&field=price'
      const look = await post(here, { act: 'preview', price: '−10 %' })
      expect(look.status).toBe(200)
      expect(look.text).toContain(
        `<td>${(wa / 100).toFixed(2)}</td><td>${(Math.round(wa * 0.9) / 100).toFixed(2)}</td>`,
      )
      expect(price()?.wa?.price).toBe(wa)
      const begun = await post(here, { act: 'apply', price: '-10%' })
      expect(begun.status).toBe(303)
      const text = await finished(begun.headers.location)
      // Of aol's the floor is 40 dollars.
      expect(text).toContain('1 of them refused.')
      await until(() => price()?.wa?.price === Math.round(wa * 0.9))
      expect(price()?.aol?.price).toBe(aol)
      const csv = await page(`${String(begun.headers.location)}.csv`)
      expect(csv.text).toBe(
        `Key,Of,Why\r\n${product?.id}.aol,"Reading lamp, Appliances Online (aol)",The price must not be below the floor of $40.00.\r\n`,
      )
      expect((await page(String(begun.headers.location), people.staff)).status).toBe(404)
    })

    test('only lists that somebody may change are offered to them', async () => {
      expect((await page('/office/bulk?list=prices', people.staff)).status).toBe(403)
      expect((await page('/office/bulk?list=products', people.staff)).status).toBe(200)
      expect((await page('/office/bulk', people.sales)).status).toBe(403)
    })

    test('redirects are pasted in: a circle and what is no redirect come back with their line', async () => {
      const rows = 'shop,old,new\naol,/one,/two\naol,/two,/one\naol,/three,"/four,five"\nmoon,/a,/b'
      const answer = await post('/office/redirect-import', { rows })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('2 redirects are kept, 2 refused.')
      expect(decoded(answer.text)).toContain('The new address leads in a circle')
      expect((await page('/office/redirects/aol%20%2Fthree')).text).toContain('value="/four,five"')
      expect((await post('/office/redirect-import', { rows }, people.sales)).status).toBe(403)
    })

    const upload = (name: string, content: string | Uint8Array, who: Visitor = people.administrator) => {
      const edge = 'edge-of-a-part'
      const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${edge}--\r\n`)])
      return who.staff('POST', '/office/import', {
        raw: body,
        headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'sec-fetch-site': 'same-origin' },
      })
    }

    test('a table of products is uploaded, its columns named, tried and taken in, and exactly the bad rows come back', async () => {
      const good = Array.from({ length: 40 }, (_, at) => `IMP-${at},Imported lamp ${at},Halden,${20 + at}.50,Lamps`)
      const bad = Array.from({ length: 7 }, (_, at) => `BAD ${at},Bad lamp,Halden,ten,Lamps`)
      const sent = await upload(
        'lamps.csv',
        ['Item code,Name,Brand,Price,Group', ...good.slice(0, 20), ...bad, ...good.slice(20)].join('\n'),
      )
      expect(sent.status).toBe(303)
      const here = String(sent.headers.location)
      const screen = await page(here)
      expect(screen.text).toContain('lamps.csv: 47 rows.')
      expect(formOf(screen.text)).toMatchObject({
        'column:sku': ['Item code'],
        'column:title': ['Name'],
        'column:price': ['Price'],
      })
      const named = {
        'column:sku': 'Item code',
        'column:title': 'Name',
        'column:brand': 'Brand',
        'column:price': 'Price',
      }
      expect((await post(here, { act: 'try', ...named, apps: ['aol', 'aol-nz'] })).status).toBe(400)
      const wish = { ...named, category: 'kitchen', apps: ['aol'] }
      const tried = await finished((await post(here, { act: 'try', ...wish })).headers.location)
      expect(tried).toContain('Nothing was changed. It would be: 40 added, 0 updated, 0 unchanged, 7 refused')
      const begun = await post(here, { act: 'import', ...wish })
      expect(await finished(begun.headers.location)).toContain('40 added, 0 updated, 0 unchanged, 7 refused')
      const csv = (await page(`${String(begun.headers.location)}.csv`)).text.trim().split('\r\n')
      expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(['22', '23', '24', '25', '26', '27', '28'])
      await until(() => shop.services.catalogue.productBySku('IMP-39')?.offers.aol?.price === 5_950)
    })

    test('what is no table in UTF-8 is refused, and so is whoever may not set prices', async () => {
      expect((await upload('lamps.exe', 'a,b\n1,2')).text).toContain('The file must be a CSV or TSV file.')
      expect((await upload('lamps.csv', new Uint8Array([97, 44, 255, 254, 10, 98]))).text).toContain(
        'The file is not in UTF-8.',
      )
      expect((await upload('lamps.csv', 'nothing')).status).toBe(400)
      expect((await upload('lamps.csv', 'a,b\n1,2', people.staff)).status).toBe(403)
      expect((await page('/office/import', people.staff)).status).toBe(403)
    })
  })

  test('the log is whole after all of this', async () => {
    expect(await firstBrokenEntry(shop.database.db)).toBeNull()
  })
})
