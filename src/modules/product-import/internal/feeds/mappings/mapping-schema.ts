import { z } from 'zod'
import { appCodes } from '../../../../../brands/apps.ts'

/** A mapping as data: what a retailer writes to import a feed of their own. data/mappings/README.md explains the format. */

const scalar = z.union([z.string(), z.number(), z.boolean()])

const expression = z.string().refine((source) => {
  try {
    return Boolean(new RegExp(source, 'iu'))
  } catch {
    return false
  }
}, 'must be a regular expression')

const condition = z.strictObject({
  column: z.string(),
  is: z.array(scalar).optional(),
  not: z.array(scalar).optional(),
  matches: expression.optional(),
  missing: z.boolean().optional(),
  above: z.number().optional(),
  below: z.number().optional(),
})
const when = z.array(condition)

const singleRule = z.strictObject({
  when: when.optional(),
  column: z.string().optional(),
  template: z.string().optional(),
  constant: scalar.optional(),
  pattern: expression.optional(),
  values: z.record(z.string(), scalar).optional(),
  multiply: z.number().optional(),
  decimals: z.int().min(0).max(6).optional(),
  split: z.string().optional(),
  as: z.enum(['text', 'number', 'boolean', 'list', 'slug', 'sku', 'title', 'day', 'digits']).optional(),
  padTo: z.int().positive().optional(),
  cut: z.int().positive().optional(),
})
/** A column's name, a rule, or several of which the first that gives a value counts. */
const rule = z.union([z.string(), singleRule, z.array(z.union([z.string(), singleRule])).min(1)])

const attribute = z.strictObject({
  code: z.string().regex(/^[a-z0-9_]{1,60}$/),
  title: z.string(),
  group: z.string(),
  valueType: z.enum(['number', 'text', 'boolean', 'list', 'stars']),
  unit: z.string().nullable().default(null),
  facet: z.enum(['list', 'range']).nullable().default(null),
})

const mappingFile = z.strictObject({
  name: z.string(),
  /** What the feed is, where its figures come from and what was decided; for people. */
  about: z.union([z.string(), z.array(z.string())]).default(''),
  isDemo: z.boolean().default(false),
  skip: z.array(z.strictObject({ when, why: z.string() })).default([]),
  fields: z.partialRecord(
    z.enum([
      'sku',
      'gtin',
      'mpn',
      'title',
      'brand',
      'shortDescription',
      'description',
      'condition',
      'missingParts',
      'widthMm',
      'heightMm',
      'depthMm',
      'weightKg',
      'superseded',
      'supplierDirect',
      'releasedOn',
    ]),
    rule,
  ),
  images: z.array(rule).default([]),
  category: z.array(z.strictObject({ when: when.default([]), uri: z.string() })).min(1),
  categoryTitles: z.record(z.string(), z.string()).default({}),
  attributes: z.record(z.string().regex(/^[a-z0-9_]{1,60}$/), rule).default({}),
  attributeDefinitions: z.array(attribute).default([]),
  /** Every column that begins so becomes an attribute named after the rest of the column's name. */
  attributeColumns: z
    .array(
      z.strictObject({
        prefix: z.string(),
        group: z.string(),
        valueType: z.enum(['number', 'text', 'boolean', 'list']),
        except: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  variant: z.strictObject({ group: rule, axes: z.record(z.string(), rule) }).optional(),
  apps: z.array(z.union([z.enum(appCodes), z.strictObject({ app: z.enum(appCodes), when })])).default([...appCodes]),
  price: z.strictObject({
    about: z.string().default(''),
    amount: rule.optional(),
    /** Base and per-unit amounts in the feed's currency; the first whose conditions hold. */
    formula: z
      .array(z.strictObject({ when: when.default([]), base: z.number(), perUnit: z.record(z.string(), z.number()) }))
      .optional(),
    regularAmount: rule.optional(),
    unit: z.enum(['dollars', 'cents']).default('dollars'),
    currency: z.string().regex(/^[A-Z]{3}$/),
    /** What one unit of the feed's currency is in the currency of an app. */
    rates: z.partialRecord(z.enum(['AUD', 'NZD']), z.number().positive()).default({}),
    roundToCents: z.int().positive().default(1),
  }),
  stock: z.array(z.strictObject({ when: when.default([]), quantity: rule })).default([]),
})

export type MappingFile = z.infer<typeof mappingFile>
export type Rule = z.infer<typeof rule>
export type SingleRule = z.infer<typeof singleRule>
export type Condition = z.infer<typeof condition>

/** Checks the text of a mapping file. Throws an Error that names the place and what it must be. */
export function readMappingFile(text: string): MappingFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`The mapping is not JSON: ${(error as Error).message}`, { cause: error })
  }
  const parsed = mappingFile.safeParse(json)
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || 'file'}: ${issue.message}`)
    throw new Error(`The mapping cannot be used:\n${errors.join('\n')}`)
  }
  return parsed.data
}
