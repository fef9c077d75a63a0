/** A table of products that somebody uploads: what its columns may be. No I/O. */

/** What a column may be said to be. */
export const tableFields = {
  sku: 'SKU',
  title: 'Title',
  brand: 'Brand',
  price: 'Price including GST',
  rrp: 'RRP',
  stock: 'Stock in every warehouse',
  category: 'Category, by its address or title',
  gtin: 'GTIN',
  mpn: 'Model number',
  shortDescription: 'Short description',
  description: 'Description',
  image: 'Picture address',
  widthMm: 'Width in mm',
  heightMm: 'Height in mm',
  depthMm: 'Depth in mm',
  weightKg: 'Weight in kg',
} as const
export type TableField = keyof typeof tableFields
export const neededFields = ['sku', 'title', 'brand', 'price'] as const satisfies readonly TableField[]

export type TableColumns = Readonly<Partial<Record<TableField, string>>>

const guesses: Readonly<Record<TableField, RegExp>> = {
  sku: /^(sku|id|item ?(code|no|number)|article)$/i,
  title: /^(title|name|product ?(name|title))$/i,
  brand: /^(brand|manufacturer|make)$/i,
  price: /^(price|sale ?price|price inc gst|sell)$/i,
  rrp: /^(rrp|was|list ?price|retail)$/i,
  stock: /^(stock|qty|quantity|on ?hand|soh)$/i,
  category: /^(category|group|product ?type)$/i,
  gtin: /^(gtin|ean|barcode|upc)$/i,
  mpn: /^(mpn|model( ?(no|number))?)$/i,
  shortDescription: /^(short ?description|summary)$/i,
  description: /^(description|long ?description|body)$/i,
  image: /^(image( ?(link|url))?|picture|photo)$/i,
  widthMm: /^width( ?\(?mm\)?)?$/i,
  heightMm: /^height( ?\(?mm\)?)?$/i,
  depthMm: /^depth( ?\(?mm\)?)?$/i,
  weightKg: /^weight( ?\(?kg\)?)?$/i,
}

/** What the columns are by their names. */
export function guessedColumns(columns: readonly string[]): TableColumns {
  return Object.fromEntries(
    Object.entries(guesses).flatMap(([field, name]) => {
      const column = columns.find((one) => name.test(one.trim().replaceAll('_', ' ')))
      return column === undefined ? [] : [[field, column]]
    }),
  )
}
