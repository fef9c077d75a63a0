import { describe, expect, test } from 'vitest'
import { findingText, lintMigrations } from './migration-rules.ts'

const lint = (...texts: readonly string[]) =>
  lintMigrations(texts.map((text, at) => ({ file: `00${70 + at}-x.sql`, number: 70 + at, text })))
const rulesOf = async (...texts: readonly string[]) => (await lint(...texts)).map(({ rule }) => rule)

const none = '-- transaction: none\n'
const contract = '-- contracts: 0067\n-- compatible-with: 0068\n'

/** Rule, what breaks it, and how it is written instead: one migration, or several after one another. */
const cases: readonly (readonly [rule: string, bad: string, good: string | readonly string[]])[] = [
  [
    'index-concurrently',
    'create index product_colour on product (colour);',
    `${none}create index concurrently product_colour on product (colour);`,
  ],
  ['index-concurrently', 'drop index product_colour;', `${none}drop index concurrently if exists product_colour;`],
  [
    'transaction-none',
    'create index concurrently product_colour on product (colour);',
    `${none}create index concurrently product_colour on product (colour);`,
  ],
  [
    'column-not-null',
    'alter table product add column colour text not null;',
    "alter table product add column colour text not null default '', add column shade text;",
  ],
  [
    'volatile-default',
    'alter table product add column token uuid not null default gen_random_uuid();',
    'alter table product add column token uuid; alter table product alter column token set default gen_random_uuid();',
  ],
  [
    'volatile-default',
    'alter table product add column number bigserial;',
    "alter table product add column seen_at timestamptz not null default now() - interval '1 day';",
  ],
  [
    'volatile-default',
    'alter table product add column area integer generated always as (width * depth) stored;',
    "alter table product add column tags text[] not null default array['a', 'b']::text[], add column rank integer default -1;",
  ],
  [
    'set-not-null',
    'alter table product alter column colour set not null;',
    [
      'alter table product add constraint product_has_colour check (colour is not null) not valid;',
      'alter table product validate constraint product_has_colour;',
      'alter table product alter column colour set not null, drop constraint product_has_colour;',
    ],
  ],
  [
    'column-type',
    'alter table product alter column colour type integer using colour::integer;',
    'alter table product add column colour_number integer;',
  ],
  ['contract-step', 'alter table product drop column colour;', `${contract}alter table product drop column colour;`],
  [
    'contract-step',
    'alter table product rename column colour to shade;',
    `${contract}alter table product rename to good;`,
  ],
  ['contract-step', 'alter table product rename to good;', 'alter index product_colour rename to product_shade;'],
  ['contract-step', 'drop table product;', `${contract}drop table public.product;`],
  [
    'constraint-not-valid',
    "alter table product add constraint product_colour check (colour <> '');",
    "alter table product add constraint product_colour check (colour <> '') not valid;",
  ],
  [
    'constraint-not-valid',
    'alter table product add foreign key (brand_id) references brand (id);',
    'alter table product add constraint product_brand foreign key (brand_id) references brand (id) not valid;',
  ],
  [
    'constraint-not-valid',
    "alter table product add column colour text check (colour <> '');",
    "alter table product add column brand_id integer references brand (id), add column colour text; alter table product add constraint c check (colour <> '') not valid;",
  ],
  [
    'constraint-using-index',
    'alter table product add constraint product_slug unique (slug);',
    'alter table product add constraint product_slug unique using index product_slug_index;',
  ],
  [
    'validate-apart',
    'alter table product add constraint c check (colour is not null) not valid; alter table product validate constraint c;',
    ['alter table product add constraint c check (colour <> 1) not valid', 'alter table product validate constraint c'],
  ],
  [
    'whole-table-write',
    "update product set colour = 'white' where colour is null;",
    "update setting set value = '1' where name = 'tax';",
  ],
  [
    'whole-table-write',
    'delete from product where is_live = false;',
    "delete from setting where name in ('tax', 'rate') and app = 'aol';",
  ],
  [
    'whole-table-write',
    'with old as (delete from product returning id) insert into gone select id from old;',
    "insert into setting (name) values ('tax'); insert into number select n from generate_series(1, 9) n;",
  ],
  [
    'whole-table-write',
    'insert into shade (name) select distinct colour from product;',
    'create table shade (name text); insert into shade select name from shade;',
  ],
  [
    'whole-table-write',
    'insert into shade (name) select colour from product;',
    ['create table shade (name text)', 'insert into shade (name) select colour from product on conflict do nothing;'],
  ],
  [
    'contract-step',
    'alter table product rename to product_before; create table product (id text);',
    [
      'alter table product validate constraint product_first_month;',
      `alter table product rename to product_before; alter table product_before set schema partitions;
        create table product (like partitions.product_before) partition by range (id);
        drop trigger product_tells on partitions.product_before;
        alter table product attach partition partitions.product_before for values from (minvalue) to ('b');`,
    ],
  ],
  [
    'attach-checked',
    `alter table product rename to product_before; create table product (id text) partition by range (id);
      alter table product attach partition product_before for values from (minvalue) to ('b');`,
    `create table shade (id text) partition by range (id); create table shade_a (id text);
      alter table shade attach partition shade_a for values from (minvalue) to ('b');`,
  ],
  ['contract-step', 'drop trigger product_tells on product;', 'create table shade (id text); drop table shade;'],
  [
    'whole-table-write',
    'create table shade as select distinct colour from product;',
    'create table shade as select 1;',
  ],
  ['runner-settings', "set lock_timeout = '1h'; select 1;", 'select 1;'],
  ['runner-transaction', 'commit;', 'select 1;'],
  ['opaque-block', 'do $$ begin perform 1; end $$;', 'select 1;'],
  ['long-lock', 'truncate product;', 'create table draft (id integer); select 1;'],
  ['long-lock', 'lock table product in exclusive mode;', 'lock table product in share row exclusive mode;'],
  ['unknown-change', 'alter table product set unlogged;', 'alter table product set (fillfactor = 80);'],
  ['unknown-statement', 'grant select on product to public;', "comment on table product is 'goods';"],
]

describe.each(cases)('%s', (rule, bad, good) => {
  test(`refuses: ${bad}`, async () => {
    expect(await rulesOf(bad)).toEqual([rule])
  })
  test(`accepts: ${[good].flat().join(' | ')}`, async () => {
    expect(await rulesOf(...[good].flat())).toEqual([])
  })
})

test('a finding names file, line, rule and fix, in a text with other than ASCII letters too', async () => {
  const text =
    '-- Größe und Farbe — what staff choose.\n\nselect 1;\n\nalter table product\n  add column shade text,\n  add column colour text not null;\n'
  expect((await lint(text)).map(findingText)).toEqual([
    expect.stringMatching(
      /^migrations\/0070-x\.sql:7: column-not-null: product\.colour is NOT NULL without a default: .*Give it /,
    ),
  ])
})

test('anything may be done to a table that the migration creates', async () => {
  const text = `create table shade (id integer, name text);
    create index shade_name on shade (name);
    insert into shade values (1, 'oak');
    update shade set name = 'ash';
    alter table shade alter column name set not null, add constraint shade_id unique (id), drop column name;
    alter table shade rename to tint;`
  expect(await rulesOf(text)).toEqual([])
})

test('a check that is not validated yet does not make a column fit for NOT NULL', async () => {
  expect(
    await rulesOf(
      'alter table product add constraint c check (colour is not null) not valid;',
      'alter table product alter column colour set not null;',
    ),
  ).toEqual(['set-not-null'])
})

test('an index of a divided table is refused in later migrations', async () => {
  const divided = 'create table shade (id text) partition by range (id); create index shade_id on shade (id);'
  expect(await rulesOf(divided, `${none}create index concurrently shade_name on shade (name);`)).toEqual([
    'index-divided',
  ])
})

test('rows are not copied to a table that refers to another, whose rows it would lock, or in the migration that makes it', async () => {
  const copy = 'insert into shade (id) select id from product on conflict do nothing;'
  expect(await rulesOf('create table shade (id integer references product (id));', copy)).toEqual(['whole-table-write'])
  expect(await rulesOf(`create table shade (id integer); ${copy}`)).toEqual(['whole-table-write'])
})

test('SQL that does not parse is named by its file', async () => {
  await expect(lint('alter tabel product;')).rejects.toThrow('migrations/0070-x.sql: syntax error at or near "tabel"')
})
