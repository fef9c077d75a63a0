import type { ExampleCalls } from '../../testing/endpoint-contract.ts'

/** One good request for each call about the session of a browser. */
export const identityCalls: ExampleCalls = {
  'POST /api/session/nonce': async (shop) => ({ visitor: shop.visitor(), path: '/api/session/nonce' }),
  'POST /api/session/start': async (shop) => ({ visitor: await shop.owner(), path: '/api/session/start' }),
  'POST /api/session/end': async (shop) => ({ visitor: shop.visitor(), path: '/api/session/end' }),
}
