import { expect, test } from 'vitest'
import { appCodes } from '../../brands/apps.ts'
import { brandAtExample } from '../../testing/brand.ts'
import { identityMeta } from './render.server.tsx'

test('pages say that a refused call ends the session, but not those of the appliance-online apps [ERR-04]', () => {
  const session = { address: ':3001', clientId: 'storefront', providers: [] }
  const says = appCodes
    .map(brandAtExample)
    .filter((brand) => identityMeta(session, brand).some(({ name }) => name === 'identity-401'))
  expect(says.map(({ app }) => app)).toEqual(['wa', 'andoo', 'aoc', 'wac', 'hc', 'fk'])
})
