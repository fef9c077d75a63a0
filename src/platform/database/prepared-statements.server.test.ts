import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import type { Reader, Writer } from './database.server.ts'

describe.each(await databaseEngines())('on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(async () => database.close())

  const read = (db: Reader | Writer) => sql<object>`select * from shape where id = ${1}`.execute(db)

  test('a repeated statement is prepared once, however often it runs', async () => {
    await database.transaction(async (tx) => {
      for (const value of [1, 2, 3]) await sql`select ${value}::integer + 40 as sum`.execute(tx)
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_prepared_statements where statement like '%+ 40 as sum'`.execute(tx)
      expect(rows[0]?.count).toBe(1)
    })
  })

  test('a table that gains a column is read with it, alone and in a transaction', async () => {
    await sql`create table shape (id integer)`.execute(database.db)
    await sql`insert into shape values (1)`.execute(database.db)
    expect((await read(database.db)).rows).toEqual([{ id: 1 }])
    await sql`alter table shape add column colour text`.execute(database.db)
    expect((await read(database.db)).rows).toEqual([{ id: 1, colour: null }])
    await sql`alter table shape add column size integer`.execute(database.db)
    const found = await database.transaction(async (tx) => {
      await sql`update shape set colour = ${'red'}`.execute(tx)
      return (await read(tx)).rows
    })
    expect(found).toEqual([{ id: 1, colour: 'red', size: null }])
  })

  test('any other error is passed through', async () => {
    await expect(sql`select ${'x'}::integer`.execute(database.db)).rejects.toMatchObject({ code: '22P02' })
  })
})
