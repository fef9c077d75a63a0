import type { CallsOf } from '../platform/http/contract.ts'
import type { calls } from './endpoints.server.ts'
import type { identityEndpoints } from './identity/identity.server.ts'

/**
 * The contract between the JSON APIs and the browser: `callApi` and `callIdentity` know every call that has an endpoint, by the endpoint's
 * own schemas (decision 0054). Types only, and nobody imports it: it adds to the registries that the callers' side declares.
 */

declare module '../ui/browser/api.ts' {
  interface ApiCalls extends CallsOf<(typeof calls)[number]> {}
}

declare module '../modules/identity/ui/identity-calls.ts' {
  interface IdentityCalls extends CallsOf<(typeof identityEndpoints)[number]> {}
}
