import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseEngines } from './database-for-tests.ts'
import type { Reader, Writer } from './database.server.ts'

describe.each(await databaseEngines())('on $name', (engine) => {
  const read = (db: Reader | Writer) => sql<object>`select * from shape where id = ${1}`.execute(db)

  test('a statement is prepared once, however often it is run', async () => {
    const database = await engine.open()
    await database.transaction(async (tx) => {
      for (const value of [1, 2, 3]) await sql`select ${value}::integer + 40 as sum`.execute(tx)
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_prepared_statements where statement like '%+ 40 as sum'`.execute(tx)
      expect(rows[0]?.count).toBe(1)
    })
    await database.close()
  })

  test('a table that gets another column meanwhile is read with it, alone and in a transaction', async () => {
    const database = await engine.open()
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
    await database.close()
  })

  test('another mistake is told as it is', async () => {
    const database = await engine.open()
    await expect(sql`select ${'x'}::integer`.execute(database.db)).rejects.toMatchObject({ code: '22P02' })
    await database.close()
  })
})
