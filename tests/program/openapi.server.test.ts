import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { apiDescription } from '../../src/api/endpoints.server.ts'

/** The API's description is held against the rules that Redocly recommends for OpenAPI; what it says of each call is tested beside the calls. */

async function problemsOf(description: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The specification names these calls with a slash (docs/spec/calls.json); both spellings are answered.
      'no-path-trailing-slash': 'off',
      // The return from a card issuer sends the browser on and has nothing else to answer (303).
      'operation-2xx-response': 'off',
    },
  })
  const source = JSON.stringify(description)
  const problems = await lintFromString({ source, absoluteRef: '/api/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}

test('the OpenAPI document follows the recommended rules', async () => {
  expect(await problemsOf(apiDescription)).toEqual([])
})

test('the check finds a document that does not', async () => {
  const { servers: _left, ...description } = apiDescription
  expect(await problemsOf(description)).toEqual([expect.stringContaining('no-empty-servers')])
  const { paths } = apiDescription
  const twice = { ...paths, '/api/cart-again': { get: paths['/api/cart/']?.['get'] } }
  expect(await problemsOf({ ...apiDescription, paths: twice })).toEqual([
    expect.stringContaining('operation-operationId-unique'),
  ])
})
