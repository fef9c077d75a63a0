import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test('a connection that cannot be made, is cut or is ended by the server means that the database is away', () => {
  const away = [
    withCode('ECONNREFUSED'),
    withCode('ECONNRESET'),
    withCode('57P01', 'terminating connection due to administrator command'),
    withCode('08006'),
    withCode('25006', 'cannot execute INSERT in a read-only transaction'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('a service failed', { cause: withCode('EPIPE') }),
    new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
  ]
  expect(away.map(isDatabaseAway)).toEqual(away.map(() => true))
})

test('an error of a statement, of a rule or of a program does not', () => {
  const others = [
    withCode('23505', 'duplicate key value violates unique constraint'),
    withCode('57014', 'canceling statement due to statement timeout'),
    new TypeError('x is not a function'),
    'ECONNREFUSED',
    null,
  ]
  expect(others.map(isDatabaseAway)).toEqual(others.map(() => false))
})
