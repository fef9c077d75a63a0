import { sql } from 'kysely'
import type { AdminService } from '../modules/admin/admin.server.ts'
import { problemText, type AdminMember } from '../modules/admin/admin.ts'
import { namedProducts, withAssigned, type Assignment } from '../modules/catalogue/product/pictures-by-name.ts'
import { pictureItems, picturesOf } from '../modules/catalogue/product/product-pictures.ts'
import type { Database } from '../platform/database/database.server.ts'
import { mediaUses } from './media-uses.server.ts'

/** Uploaded pictures that nothing uses yet, assigned to the products whose SKU their files are named after. */

export type NamedFile = { readonly key: string; readonly fileName: string; readonly address: string }

export type FoundProduct = { readonly id: number; readonly sku: string; readonly title: string; readonly place: number }

export type PictureAssignment = ReturnType<typeof createPictureAssignment>

/** As many as are uploaded at once, a few times over. */
const maxPictures = 1_000

export function createPictureAssignment({
  database: { db },
  admin,
}: {
  readonly database: Pick<Database, 'db'>
  readonly admin: Pick<AdminService, 'resource' | 'set'>
}) {
  async function unusedPictures(): Promise<NamedFile[]> {
    const { rows } = await sql<NamedFile>`
      select lpad(m.id::text, 10, '0') as key, m.file_name as "fileName", m.address from media m
      where m.file_name is not null and m.width is not null and m.id not in (${mediaUses.usedIds})
      order by m.created_at desc, m.id desc limit ${maxPictures}`.execute(db)
    return rows
  }

  /** Each file with the product that its name means; null where it means none. */
  async function matched(files: readonly NamedFile[]) {
    const skus = files.flatMap(({ fileName }) => namedProducts(fileName).map(({ sku }) => sku.toLowerCase()))
    const { rows } = await sql<Omit<FoundProduct, 'place'>>`
      select id, sku, title from product where lower(sku) = any(${[...new Set(skus)]})`.execute(db)
    const bySku = new Map(rows.map((row) => [row.sku.toLowerCase(), row]))
    return files.map((file) => ({
      file,
      product:
        namedProducts(file.fileName).flatMap(({ sku, place }): FoundProduct[] => {
          const product = bySku.get(sku.toLowerCase())
          return product === undefined ? [] : [{ ...product, place }]
        })[0] ?? null,
    }))
  }

  return {
    /** What would be assigned, in the order of products and places, and what names no product. */
    async preview() {
      const all = await matched(await unusedPictures())
      const found = all.flatMap(({ file, product }) => (product === null ? [] : [{ file, product }]))
      return {
        assigned: found.toSorted(
          (a, b) => a.product.sku.localeCompare(b.product.sku) || a.product.place - b.product.place,
        ),
        unknown: all.flatMap(({ file, product }) => (product === null ? [file] : [])),
      }
    },

    /** Assigns the chosen files; each product is one change with its audit entry. Answers how many, and why others could not be. */
    async assign(
      member: AdminMember,
      keys: ReadonlySet<string>,
    ): Promise<{ readonly pictures: number; readonly products: number; readonly problems: readonly string[] }> {
      const products = admin.resource('products')
      if (products === null) throw new Error('the back office has no list of products')
      const chosen = (await matched(await unusedPictures())).filter(({ file }) => keys.has(file.key))
      const byProduct = Map.groupBy(
        chosen.flatMap(({ file, product }) => (product === null ? [] : [{ file, product }])),
        ({ product }) => product.id,
      )
      const result = { pictures: 0, products: 0, problems: [] as string[] }
      for (const [id, own] of byProduct) {
        const assignments = own.map(({ file, product }): Assignment => ({
          picture: { url: file.address, alt: '' },
          place: product.place,
        }))
        const done = await admin.set(member, products, String(id), (before) => ({
          images: pictureItems(withAssigned(picturesOf(before['images']), assignments)),
        }))
        if (done.ok) {
          result.pictures += assignments.length
          result.products++
          continue
        }
        result.problems.push(`${own[0]?.product.sku ?? ''}: ${problemText(done.problem)}`)
      }
      return result
    },
  }
}
