import { expect, test } from 'vitest'
import { appCodes } from '../../brands/apps.ts'
import type { Site } from '../../brands/site.server.ts'
import { brandAtExample } from '../../testing/brand.ts'
import { identityMeta } from './render.server.tsx'

test('a refused call ends the session, except in the appliance-online apps [ERR-04]', () => {
  const services = {
    site: {
      identityHost: () => ({ address: ':3001', source: 'http://*:3001' }),
      builds: Object.fromEntries(
        appCodes.map((app) => [app, { idClientId: 'storefront' }]),
      ) as unknown as Site['builds'],
    },
    identity: { offeredProviders: [] },
  }
  const says = appCodes
    .map(brandAtExample)
    .filter((brand) => identityMeta(brand, services).some(({ name }) => name === 'identity-401'))
  expect(says.map(({ app }) => app)).toEqual(['wa', 'andoo', 'aoc', 'wac', 'hc', 'fk'])
})
