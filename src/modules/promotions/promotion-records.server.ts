import { sql } from 'kysely'
import { z } from 'zod'
import { appCodes } from '../../brands/apps.ts'
import { cleanHtml } from '../../platform/text/clean-html.server.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'
import { itemsOfText, textOfItems } from '../../platform/forms/field-array.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { bannerSet, bannersOf, imagesOf } from './sale-banners.ts'
import { saleSlots, type StoredSale } from './sale.ts'

/** Offers and sales as the people who keep them see them. Triggers tell every process of each change. */

const promotionSet = {
  from: sql`promotion p`,
  locked: 'p',
  key: sql`p.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`p.id = ${Number(key)}`),
  columns: {
    title: { sql: sql`p.title`, sorts: 'text' },
    path: { sql: sql`p.path`, sorts: 'text' },
    apps: { sql: sql`p.apps` },
    startDate: { sql: sql`p.start_date`, sorts: 'date' },
    endDate: { sql: sql`p.end_date` },
    brand: { sql: sql`p.brand_uri` },
    categories: { sql: sql`p.category_uris` },
    skus: { sql: sql`p.skus` },
    conditions: { sql: sql`p.conditions` },
    ribbon: { sql: sql`p.ribbon` },
    thumbnailUrl: { sql: sql`p.thumbnail_url` },
    isFeatured: { sql: sql`p.is_featured` },
    hasRedemption: { sql: sql`p.has_redemption` },
    redemptionEndDate: { sql: sql`p.redemption_end_date` },
    rewardLabel: { sql: sql`p.reward_label` },
    parent: { sql: sql`p.parent_id::text` },
    content: { sql: sql`p.content`, isLong: true },
    terms: { sql: sql`p.terms`, isLong: true },
  },
  search: [sql`p.title`, sql`p.path`],
  filters: {
    app: (app) => (appCodes.some((one) => one === app) ? sql<boolean>`${app} = any(p.apps)` : null),
    state: (word) =>
      word === 'running'
        ? sql<boolean>`p.start_date <= current_date and (p.end_date is null or p.end_date >= current_date)`
        : word === 'coming'
          ? sql<boolean>`p.start_date > current_date`
          : word === 'over'
            ? sql<boolean>`p.end_date < current_date`
            : null,
  },
} as const satisfies Parameters<typeof recordSet>[0]

export const promotionRecords = recordSet(promotionSet)

/** Promotions that give something, by what they give. */
export const rewardRecords = recordSet({
  ...promotionSet,
  from: sql`(select * from promotion where reward_label is not null) p`,
  columns: {
    ...promotionSet.columns,
    rewardLabel: { sql: sql`p.reward_label`, sorts: 'text' },
    claimableUntil: { sql: sql`coalesce(p.redemption_end_date, p.end_date)` },
  },
  search: [sql`p.title`, sql`p.reward_label`],
})

const columns = {
  title: 'title',
  path: 'path',
  apps: 'apps',
  startDate: 'start_date',
  endDate: 'end_date',
  brand: 'brand_uri',
  categories: 'category_uris',
  skus: 'skus',
  conditions: 'conditions',
  ribbon: 'ribbon',
  thumbnailUrl: 'thumbnail_url',
  isFeatured: 'is_featured',
  hasRedemption: 'has_redemption',
  redemptionEndDate: 'redemption_end_date',
  rewardLabel: 'reward_label',
} as const

function rowOf(values: RecordValues): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) if (values[name] !== undefined) row[column] = values[name]
  for (const name of ['content', 'terms'])
    if (values[name] !== undefined) row[name] = cleanHtml(String(values[name] ?? ''))
  if (values['parent'] !== undefined) row['parent_id'] = values['parent'] === null ? null : Number(values['parent'])
  return row
}

export async function updatePromotion(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('promotion').set(rowOf(values)).where('id', '=', Number(key)).execute()
}

export async function insertPromotion(tx: Writer, values: RecordValues): Promise<string> {
  const { id } = await tx
    .insertInto('promotion')
    .values(rowOf(values) as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

export async function removePromotion(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('promotion').where('id', '=', Number(key)).execute()
}

export const saleRecords = recordSet({
  from: sql`sale s`,
  locked: 's',
  key: sql`s.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`s.id = ${Number(key)}`),
  columns: {
    name: { sql: sql`s.name`, sorts: 'text' },
    app: { sql: sql`s.app`, sorts: 'text' },
    startsAt: { sql: sql`s.starts_at`, sorts: 'timestamptz' },
    endsAt: { sql: sql`s.ends_at` },
    url: { sql: sql`s.url` },
    colour: { sql: sql`s.colour` },
    baseImagePath: { sql: sql`s.base_image_path`, isLong: true },
    images: { sql: sql`s.images`, isLong: true },
  },
  search: [sql`s.name`],
  filters: {
    app: isOne(sql`s.app`, appCodes),
    state: (word) =>
      word === 'running'
        ? sql<boolean>`s.starts_at <= now() and (s.ends_at is null or s.ends_at > now())`
        : word === 'coming'
          ? sql<boolean>`s.starts_at > now()`
          : word === 'over'
            ? sql<boolean>`s.ends_at <= now()`
            : null,
  },
  // A list of banners, as its form has it.
  shaped: ({ images, ...row }) =>
    images === undefined ? row : { ...row, images: textOfItems(bannerSet, bannersOf(images as StoredSale['images'])) },
})

const placeOrSite = /^(\/(?![/\\])|https:\/\/)/
const fileName = /^\w[\w./-]*$/
const picture = (text: string): boolean => placeOrSite.test(text) || fileName.test(text)
const banner = z.object({
  type: z.enum(saleSlots),
  src: z.string().max(500).refine(picture, 'must be an address or the name of a file'),
  srcMobile: z
    .string()
    .max(500)
    .refine((text) => text === '' || picture(text), 'must be an address or the name of a file'),
  href: z
    .string()
    .max(500)
    .refine((text) => text === '' || placeOrSite.test(text), 'must begin with / or https://'),
  title: z.string().max(120),
  subtext: z.string().max(160),
  clipPath: z
    .string()
    .max(300)
    .regex(/^[\w\s().,%#-]*$/, 'must be a shape such as inset(0 10% 0 0)'),
})

/** What is wrong with the banners of a form, of which a place can have one. */
export function bannerErrorsOf(text: string): readonly string[] {
  const banners = itemsOfText(text)
  const named = (at: number) => bannerSet.types[String(banners[at]?.['type'])]?.title ?? 'Banner'
  const read = z.array(banner).safeParse(banners)
  const errors = (read.error?.issues ?? []).map(({ path: [at, name], message }) => {
    const part = bannerSet.types[String(banners[Number(at)]?.['type'])]?.parts.find((one) => one.name === name)
    return `${named(Number(at))} › ${part?.label ?? String(name)}: ${message}.`
  })
  const places = banners.map(({ type }) => type)
  const twice = places.flatMap((type, at) => (places.indexOf(type) < at ? [`${named(at)}: it is listed twice.`] : []))
  return [...errors, ...twice]
}

const saleColumns = {
  name: 'name',
  app: 'app',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  url: 'url',
  colour: 'colour',
  baseImagePath: 'base_image_path',
} as const

function saleRow({ images, ...values }: RecordValues): Record<string, unknown> {
  const row = Object.fromEntries(
    Object.entries(saleColumns).flatMap(([name, column]) =>
      values[name] === undefined ? [] : [[column, values[name]]],
    ),
  )
  return images === undefined ? row : { ...row, images: JSON.stringify(imagesOf(itemsOfText(String(images)))) }
}

export async function updateSale(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('sale').set(saleRow(values)).where('id', '=', Number(key)).execute()
}

export async function insertSale(tx: Writer, values: RecordValues): Promise<string> {
  const { id } = await tx
    .insertInto('sale')
    .values(saleRow(values) as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

export async function removeSale(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('sale').where('id', '=', Number(key)).execute()
}

export async function promotionChoices(
  db: Reader,
): Promise<readonly { readonly value: string; readonly label: string }[]> {
  const rows = await db.selectFrom('promotion').select(['id', 'title']).orderBy('title').execute()
  return rows.map(({ id, title }) => ({ value: String(id), label: title }))
}
