import { z } from 'zod'
import { jsonResponse } from '../../platform/http/json-response.ts'
import { storedJson, shopEndpoint } from '../api.server.ts'

const tag = 'Platform'

const setting = z.object({ name: z.string(), value: z.string() })

export const settingsEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/settings',
    tag,
    forEveryone: true,
    summary: "Lists the shop's public settings with their current values. Every value is text.",
    answer: z.object({ items: z.array(setting), totalCount: z.int() }),
    handle({ context: { shop } }) {
      const items = shop.services.settings.all(shop.brand)
      return storedJson(['settings'], { items, totalCount: items.length })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/settings/global',
    tag,
    summary: 'Returns settings by name (case-sensitive). Unknown names are left out.',
    ignoresOddQuery: true,
    query: z.object({
      keys: z.string().max(1_000).catch('').default('').meta({ description: 'Comma-separated names' }),
    }),
    answer: z.record(z.string(), setting),
    handle({ context: { shop }, query }) {
      const requested = new Set(query.keys.split(',').map((key) => key.trim()))
      const found = shop.services.settings.all(shop.brand).filter(({ name }) => requested.has(name))
      return jsonResponse(Object.fromEntries(found.map((one) => [one.name, one])), {
        headers: { 'cache-control': 'no-store' },
      })
    },
  }),
]
