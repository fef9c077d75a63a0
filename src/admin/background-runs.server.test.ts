import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../brands/brands.ts'
import { beginBulk, resumeBulk } from '../modules/admin/bulk.server.ts'
import { bulkFields } from '../modules/admin/bulk.ts'
import { runOf } from '../modules/admin/runs-store.server.ts'
import { staffById } from '../modules/identity/identity.server.ts'
import { beginImport } from '../modules/product-import/product-import.admin.server.ts'
import { brandAtExample } from '../testing/brand.ts'
import { anyEngine, databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'

/** Work of the back office that goes on after its request: bulk changes and product imports. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    await shop.colleague('administrator')
  })
  afterAll(() => shop.close())

  test('a bulk change whose process died is resumed by another process, and no change is made twice', async () => {
    const { admin, catalogue } = shop.services
    const adminDeps = { ...shop.services, database: shop.database }
    const resource = admin.resource('prices') ?? expect.fail('no prices')
    const { id: accountId } = await shop.database.db
      .selectFrom('account')
      .select('id')
      .where('role', '=', 'administrator')
      .executeTakeFirstOrThrow()
    const found = await staffById(shop.database.db, accountId)
    const member = {
      principal: found?.staff ?? expect.fail('nobody'),
      firstName: 'Kim',
      brand: brandAtExample('aol'),
      parent: '',
      authenticatedAt: null,
      sessionId: null,
    }
    const field = bulkFields(resource).find(({ name }) => name === 'price') ?? expect.fail('no price')
    const requested = () =>
      [...catalogue.all()]
        .filter(({ offers }) => offers.wac !== undefined)
        .map(({ id, offers }) => [id, offers.wac?.price ?? 0] as const)
    const before = new Map(requested())
    let count = 0
    const dying = {
      ...admin,
      set: (...args: Parameters<typeof admin.set>) => {
        if (++count === 4) throw new Error('the process ends here')
        return admin.set(...args)
      },
    }
    const input = { query: new URLSearchParams('app=wac'), field, form: new URLSearchParams({ price: '-10%' }) }
    const { id, finished } = await beginBulk(adminDeps, dying, member, resource, input)
    await expect(finished).rejects.toThrow('the process ends here')
    const run = async () => (await runOf(shop.database.db, member.principal.userId, id)) ?? expect.fail('no run')
    expect((await run()).done).toBe(3)
    const resume = () => resumeBulk(adminDeps, admin, shop.services.staff.memberById)
    await resume()
    // It may still be at work somewhere.
    expect((await run()).done).toBe(3)
    await shop.advance(30_000)
    await Promise.all([resume(), resume()])
    expect(await run()).toMatchObject({
      done: before.size,
      total: before.size,
      errors: [],
      finishedAt: expect.any(Date),
    })
    await until(() =>
      requested().every(([product, price]) => price === Math.round(((before.get(product) ?? 0) * 90) / 100)),
    )
  })
})

test(
  'an import of twenty thousand products with 137 invalid rows imports the rest and returns exactly those rows',
  { timeout: 60_000 },
  async () => {
    const engines = await databaseEngines()
    const shop = await openTestShop({ engine: engines.at(-1) ?? anyEngine, sandbox: false })
    const adminDeps = { ...shop.services, database: shop.database }
    const rows = 20_000
    const isBad = (at: number) => at % 145 === 7 && at < 145 * 137
    const lines = Array.from({ length: rows }, (_, at) =>
      isBad(at) ? `B-${at},Bad lamp ${at},Halden,ten` : `G-${at},Lamp ${at},Halden,${20 + (at % 900)}.50`,
    )
    const staff = {
      kind: 'staff',
      userId: randomUUID(),
      winningUserId: 'W-1',
      subdivision: null,
      salespersonCode: null,
      isAdministrator: true,
    } as const
    await shop.database.db
      .insertInto('account')
      .values({
        id: staff.userId,
        email: 'i@staff.example',
        password_hash: '',
        first_name: 'I',
        last_name: 'M',
        role: 'administrator',
        is_demo: false,
        created_at: shop.clock.now(),
        winning_user_id: 'W-1',
        winning_cms_url: shop.config.cmsUrl,
      })
      .execute()
    const member = {
      principal: staff,
      firstName: 'I',
      brand: brandOf('aol'),
      parent: '',
      authenticatedAt: null,
      sessionId: null,
    }
    const upload = { id: randomUUID(), name: 'lamps.csv', text: ['sku,title,brand,price', ...lines].join('\n') }
    const columns = { sku: 'sku', title: 'title', brand: 'brand', price: 'price' }
    const { id, finished } = await beginImport(adminDeps, member, upload, {
      columns,
      categoryUri: 'lighting/lamps',
      apps: ['aol'],
      isTrial: false,
    })
    await finished
    const run = (await runOf(shop.database.db, staff.userId, id)) ?? expect.fail('no run')
    expect(run.said).toContain('19863 added, 0 updated, 0 unchanged, 137 rejected')
    const bad = lines.flatMap((_, at) => (isBad(at) ? [String(at + 2)] : []))
    expect(run.errors.map(({ key }) => key)).toEqual(bad)
    await until(() => adminDeps.catalogue.productBySku('G-19999') !== null && adminDeps.catalogue.size >= 19_863)
    await shop.close()
  },
)
