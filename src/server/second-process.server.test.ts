import { describe, expect, test } from 'vitest'
import type { PageRenderer } from '../app/rendering/page-renderer.ts'
import { loader as categoryPage } from '../app/routes/catalogue/category.tsx'
import { loader as productPage } from '../app/routes/product/product.tsx'
import { openPostgres } from '../platform/database/database.server.ts'
import { databaseEngines, type DatabaseEngine } from '../testing/database.ts'
import { openPgbouncer, pgbouncerProgram } from '../testing/postgres-programs.ts'
import { deserialize } from '../platform/serialized.ts'
import { openTestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'

/** What shoppers of one process see of a change that was made in another one: with the pages, calls and carts that it keeps. */

/** Pages as what their loaders say, with the headers that have them kept. */
const pages: PageRenderer = async (request, context) => {
  const [, kind = '', rest = ''] = /^\/([pc])\/(.*)$/.exec(new URL(request.url).pathname) ?? []
  const loader = kind === 'p' ? productPage : categoryPage
  const answer = await loader({ request, context, params: { uri: rest, '*': rest } } as never)
  const { data, init } = answer as { data: Parameters<typeof deserialize>[0]; init: ResponseInit }
  return Response.json(deserialize(data), init)
}

const server = (await databaseEngines()).find(({ name }) => name === 'PostgreSQL')

/** The server, which its processes reach through a pooler of their own. */
const behindPgbouncer = (direct: DatabaseEngine): DatabaseEngine => ({
  name: direct.name,
  async open(content) {
    const database = await direct.open(content)
    const url = new URL(database.url ?? expect.fail('not a server'))
    const port = url.port === '' ? 5432 : Number(url.port)
    const pooler = await openPgbouncer({ host: url.hostname, port, user: url.username }, 'transaction')
    url.host = `127.0.0.1:${pooler.port}`
    const openAgain = () => openPostgres(url.href, 8)
    const pooled = await openAgain()
    return {
      ...pooled,
      get db() {
        return pooled.db
      },
      openAgain,
      url: url.href,
      async close() {
        await pooled.close()
        await pooler.close()
        await database.close()
      },
    }
  },
})

const engines: readonly (readonly [string, DatabaseEngine | undefined])[] = [
  ['on one server', server],
  pgbouncerProgram === null
    ? ['behind a pooler in transaction mode (skipped: the program pgbouncer is not installed)', undefined]
    : ['behind a pooler in transaction mode', server === undefined ? undefined : behindPgbouncer(server)],
]

describe.each(engines)('two processes %s', (_where, engine) =>
  test.skipIf(engine === undefined)(
    'a price changed in one process appears on card, product page, cart, API and structured data of the other',
    async () => {
      const shop = await openTestShop({ ...(engine === undefined ? {} : { engine }), pages, sandbox: false })
      const second = await shop.openSecond()
      const administrator = await shop.colleague('administrator')
      await administrator.openPanel('/office')
      const shopper = second.visitor()
      const places: Readonly<Record<string, () => Promise<string>>> = {
        card: async () => (await shopper.get('/c/lighting/lamps')).text,
        page: async () => (await shopper.get('/p/reading-lamp')).text,
        data: async () =>
          JSON.stringify((await shopper.get('/p/reading-lamp')).json<{ structuredData: object }>().structuredData),
        call: async () => (await shopper.get('/api/v2/product/slug/reading-lamp')).text,
        cart: async () => JSON.stringify((await shopper.cart()).products),
      }
      await shopper.add('LAMP-1')
      // In cents or dollars. Each has been asked for before the change, and is kept where it is ever kept.
      const [before, after] = [/\b49\.?50?\b/, /\b47\.?25\b/]
      for (const [place, shown] of Object.entries(places))
        expect([place, await shown()]).toEqual([place, expect.stringMatching(before)])
      expect((await shopper.get('/p/reading-lamp')).headers['cache-tag']).toContain('product:')

      const here = `/office/prices/${second.services.catalogue.productBySku('LAMP-1')?.id}.aol`
      const form = (await administrator.staff('GET', here)).text
      const version = /name="version" value="([^"]*)"/.exec(form)?.[1] ?? ''
      const saved = await administrator.panelForm(here, { intent: 'save', version, price: '47.25' })
      expect([saved.status, saved.headers.location]).toEqual([303, `${here}?done=save`])
      for (const [place, shown] of Object.entries(places)) {
        await until(async () => after.test(await shown()))
        expect([place, before.test(await shown())]).toEqual([place, false])
      }
      await second.close()
      await shop.close()
    },
  ),
)
