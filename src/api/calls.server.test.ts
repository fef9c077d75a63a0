import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMatcher } from '../platform/http/endpoint.ts'
import { identityEndpoints } from './identity/identity.server.ts'
import { endpoints } from './endpoints.server.ts'

/** The calls that the specification's documents name (docs/spec/calls.json), held against the ones the shop answers. */

type SpecifiedCall = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly host: 'api' | 'identity'
  readonly query: readonly string[]
  readonly body: readonly string[] | null
  readonly module: string
}

/** Modules whose calls are all there. One that gets its last call joins the list, and cannot lose one again. */
const finishedModules = ['account', 'catalogue', 'compare', 'events', 'navigation', 'pricing', 'stores']

const specified = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/spec/calls.json'), 'utf8'),
) as SpecifiedCall[]
const finished = specified.filter((call) => finishedModules.includes(call.module) && call.host === 'api')
const find = createMatcher(endpoints)
const findOnIdentityHost = createMatcher(identityEndpoints)
/** A login is a form post, which the host answers beside its calls. */
const ofIdentity = specified.filter((call) => call.host === 'identity' && call.id !== 'identity-login')

test('every finished module has calls in the specification', () => {
  expect([...new Set(finished.map((call) => call.module))].toSorted()).toEqual(finishedModules.toSorted())
})

test.each(finished.map((call) => ({ ...call, name: `${call.method} ${call.path}` })))(
  '$name is answered with the query and body of the specification',
  ({ method, path, query, body }) => {
    // The spelling counts for nothing but the description: the path must be declared as the documents write it.
    const declared = path.replaceAll(/\{([A-Za-z]+)\}/g, ':$1')
    const match = find(method, path.replaceAll(/\{[A-Za-z]+\}/g, '1'))
    expect(match).not.toBeNull()
    if (match === null || match === 'method') expect.fail(`${method} ${path} is not answered`)
    const { endpoint } = match
    expect([endpoint.method, endpoint.path]).toEqual([method, declared])
    expect(Object.keys(endpoint.query?.shape ?? {})).toEqual(expect.arrayContaining([...query]))
    if (body === null) expect(endpoint.body).toBeUndefined()
  },
)

test.each(ofIdentity.map((call) => ({ ...call, name: `${call.method} ${call.path}` })))(
  'the identity host answers $name with the body of the specification',
  ({ method, path, body }) => {
    const match = findOnIdentityHost(method, path.replaceAll(/\{[A-Za-z]+\}/g, '1'))
    if (match === null || match === 'method') expect.fail(`${method} ${path} is not answered`)
    const shape = (match.endpoint.body as { shape?: object } | undefined)?.shape
    expect(shape === undefined ? null : Object.keys(shape).toSorted()).toEqual(body === null ? null : body.toSorted())
  },
)
