import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { can, type Permission } from '../modules/identity/policy.ts'
import { firstBrokenEntry } from '../modules/admin/audit.server.ts'
import { databaseEngines } from '../testing/database.ts'
import type { AdminResource } from '../modules/admin/admin-resource.server.ts'
import { dashboardTables } from './dashboard/dashboard-tables.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { backOfficeOf, decoded, entryOf, formOf } from '../testing/staff-host.ts'
import { examples, type Example } from '../testing/admin-examples.ts'

/** Every list of the back office: who may what, and that it behaves in the one way that all of them share. */

const staff = { kind: 'staff', userId: 's', winningUserId: 'W1', subdivision: null, salespersonCode: null } as const
const principals = {
  staff,
  sales: { ...staff, salespersonCode: 'NT01' },
  administrator: { ...staff, isAdministrator: true },
} as const

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
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c08040' } })
      .jpeg()
      .toBuffer()
    await shop.services.media.add({ kind: 'jpg', bytes: picture }, 'lamp.jpg')
    keys.set('media', '0000000001')
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
  const { page, post } = backOfficeOf(() => people.administrator)
  const lastEntry = async () =>
    (
      await sql<{ act: string; subject: string; outcome: string; before: unknown; after: unknown }>`
      select act, subject, outcome, before, after from staff_audit order by id desc limit 1`.execute(shop.database.db)
    ).rows[0]

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
      const made = await post(`/office/${name}/new`, { intent: 'create', ...make })
      if (made.status !== 303) throw new Error(`${name}: ${made.text.replaceAll(/<style>[^]*<\/style>/g, '')}`)
      key = /\/([^/]+)\?done=create$/.exec(String(made.headers.location))?.[1] ?? ''
    }
    keys.set(name, key)
    return key
  }

  test('every list with editable records has an example in this test', () => {
    const changed = shop.services.admin.resources.filter((one) => one.save !== undefined).map(({ name }) => name)
    expect(Object.keys(examples).toSorted()).toEqual(changed.toSorted())
  })

  test('every sortable column and every filter exists in the records', () => {
    const unknown = shop.services.admin.resources.flatMap(({ name, records, columns, filters = [], sort }) => [
      ...[...columns.filter((one) => one.sorts === true).map((one) => one.name), sort.column]
        .filter((one) => !records.sortable.includes(one))
        .map((one) => `${name} by ${one}`),
      ...filters.filter((one) => !records.filterable.includes(one.name)).map((one) => `${name} with ${one.name}`),
    ])
    expect(unknown).toEqual([])
  })

  test('a list is counted in words of its records, and shows values as its filters name them', async () => {
    expect((await page('/office/stock')).text).toMatch(/>[\d,]+ stock lines</)
    const coupons = (await page('/office/coupons')).text
    expect(coupons).toMatch(/<td[^>]*>Percentage</)
    expect(coupons).not.toMatch(/<td[^>]*>percentage</)
    const products = (await page('/office/products')).text
    expect(products).toMatch(/<td[^>]*>Nordhaus</)
    expect(products).not.toMatch(/<td[^>]*>nordhaus</)
  })

  describe.each(Object.keys(examples))('%s', (name) => {
    const { change, invalid } = examples[name] as Example

    test('is listed, opened, changed and undone, with an audit log entry for each', async () => {
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
      const undone = await post(here, { intent: 'undo', entry: entryOf(after.text) })
      expect(undone.status).toBe(303)
      const back = formOf((await page(here)).text)
      expect(back[field]).toEqual(formOf(before.text)[field])
    })

    test('rejects an invalid value beside its field and keeps the input', async () => {
      const here = `/office/${name}/${await keyOf(name)}`
      const [field, value, message] = invalid
      const refused = await post(here, { ...formOf((await page(here)).text), [field]: value })
      expect(refused.status).toBe(400)
      expect(decoded(refused.text)).toContain(message)
      // A list of choices has no place for what is none of them.
      if (!message.endsWith('choose from the list.')) expect(formOf(refused.text)[field]).toEqual([value])
    })

    test('on concurrent edits the second editor is told, sees both versions and keeps their input', async () => {
      const here = `/office/${name}/${await keyOf(name)}`
      const both = formOf((await page(here)).text)
      const [field, value] = change
      if (name === 'delivery-zones') return
      expect((await post(here, { ...both, [field]: value })).status).toBe(303)
      const second = await post(here, { ...both, [field]: value, version: 'another' })
      expect(second.status).toBe(409)
      expect(second.text).toContain('This was changed')
      expect(formOf(second.text)[field]?.[0]?.replaceAll(/\s/g, '')).toBe(value.replaceAll(/\s/g, ''))
    })

    test('refuses a member of staff without permission, and logs it', async () => {
      const resource = shop.services.admin.resource(name)
      const here = `/office/${name}/${await keyOf(name)}`
      for (const [role, who] of Object.entries(people)) {
        if (can(principals[role as keyof typeof principals], resource?.change as Permission)) continue
        const refused = await post(here, { intent: 'save', version: 'x', [change[0]]: change[1] }, who)
        expect([role, refused.status]).toEqual([role, 403])
        expect(await lastEntry()).toMatchObject({ outcome: 'not_allowed' })
      }
    })
  })

  test.each([...Object.keys(principals), 'anonymous', 'customer'])(
    'pages visible to %s: staff see those the policy grants, anyone else none',
    async (role) => {
      const paths = [
        '/office',
        '/office/find',
        ...dashboardTables.map((one) => `/office/dashboard.csv?what=${one}`),
      ].map((path) => [path, 'use the back office' as Permission] as const)
      const lists = shop.services.admin.resources.flatMap((one) => [
        [`/office/${one.name}`, one.see] as const,
        [`/office/${one.name}.csv`, one.csv ?? one.see] as const,
        ...(one.create === undefined ? [] : [[`/office/${one.name}/new`, one.change] as const]),
      ])
      const visitors: Readonly<Record<string, Visitor>> = { anonymous: shop.visitor(), customer: member, ...people }
      const principal = principals[role as keyof typeof principals] ?? null
      const pages = [...paths, ...lists]
      for (const some of pages.flatMap((_, at) => (at % 10 === 0 ? [pages.slice(at, at + 10)] : [])))
        await Promise.all(
          some.map(async ([path, permission]) => {
            const expected = principal === null ? 401 : can(principal, permission) ? 200 : 403
            expect([path, (await page(path, visitors[role])).status]).toEqual([path, expected])
          }),
        )
    },
  )

  test('no list action runs without permission', async () => {
    const refuse = async (resource: AdminResource, intent: 'create' | 'save' | 'remove') => {
      const path = intent === 'create' ? `/office/${resource.name}/new` : `/office/${resource.name}/1`
      const refused = await post(path, { intent, version: 'x' }, people.sales)
      const isThere = intent === 'create' ? resource.create !== undefined : true
      const expected = isThere || !can(principals.sales, resource.see) ? 403 : 404
      expect([path, intent, refused.status]).toEqual([path, intent, expected])
    }
    for (const resource of shop.services.admin.resources)
      if (!can(principals.sales, resource.change))
        await Promise.all((['create', 'save', 'remove'] as const).map((intent) => refuse(resource, intent)))
  })

  test('the audit log is still intact after all of this', async () => {
    expect(await firstBrokenEntry(shop.database.db)).toBeNull()
  })
})
