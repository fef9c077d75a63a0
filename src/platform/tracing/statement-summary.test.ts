import { expect, test } from 'vitest'
import { summaryOf } from './statement-summary.ts'

test.each([
  ['select "id", "name" from "product" where "id" = $1', 'SELECT', 'SELECT product'],
  ['select 1 from a join b on true left join lateral (select 2 from c) d on true', 'SELECT', 'SELECT a b c'],
  ['insert into cart_line (id) values ($1) on conflict (id) do update set n = 2', 'INSERT', 'INSERT cart_line'],
  ['update "setting" set "value" = $1 where "app" = $2', 'UPDATE', 'UPDATE setting'],
  ['select * from payment_attempt where id = $1 for no key update', 'SELECT', 'SELECT payment_attempt'],
  ['delete from only pgboss.job where id = $1', 'DELETE', 'DELETE pgboss.job'],
  [
    'with next as (select id from pgboss.job limit 10) update pgboss.job j set state = 1 from next',
    'UPDATE',
    'SELECT pgboss.job UPDATE',
  ],
  ['select "a" as "from", b from "s"."t"', 'SELECT', 'SELECT s.t'],
  ['select * from json_to_recordset($1) as x', 'SELECT', 'SELECT'],
  ['begin', 'BEGIN', 'BEGIN'],
  ['set local statement_timeout = 100', 'SET', 'SET'],
  ['', 'STATEMENT', 'STATEMENT'],
])('%s is %s, in short "%s"', (statement, operation, summary) => {
  expect(summaryOf(statement)).toMatchObject({ operation, summary })
})

test('a text has its parameters and no values', () => {
  const { text } = summaryOf(`select  'kim@example.com', 'it''s', 42, -1.5e3,\n a1 from t2 where x = $1 and y = $23`)
  expect(text).toBe('select ?, ??, ?, -?, a1 from t2 where x = $1 and y = $23')
})

test('a long statement is cut', () => {
  const { summary, text } = summaryOf(
    `select ${Array.from({ length: 900 }, (_, at) => `c${at}`).join(', ')} from ${'t'.repeat(300)}`,
  )
  expect([summary.length, text.length]).toEqual([255, 2_000])
})
