import type { NamedPicture } from './product-pictures.ts'

/** Pictures whose files are named like products: SKU.jpg, SKU_1.jpg, SKU-2.png. No I/O. */

/** What a file name may say: a SKU, and the picture's place among those of the product, from 1. The first that is a product counts. */
export function namedProducts(fileName: string): readonly { readonly sku: string; readonly place: number }[] {
  const name = fileName.replace(/\.\w{1,5}$/, '').trim()
  const [, sku = '', place = ''] = /^(.+)[_-](\d{1,2})$/.exec(name) ?? []
  // A SKU may end like a place: the whole name comes first.
  return [
    ...(name === '' ? [] : [{ sku: name, place: 1 }]),
    ...(sku === '' || Number(place) === 0 ? [] : [{ sku, place: Number(place) }]),
  ]
}

export type Assignment = { readonly picture: NamedPicture; readonly place: number }

/** The pictures of a product with others at their places; those that are there move back. A picture that is there moves to its place. */
export function withAssigned(
  pictures: readonly NamedPicture[],
  assignments: readonly Assignment[],
): readonly NamedPicture[] {
  const assigned = new Set(assignments.map(({ picture }) => picture.url))
  const result = pictures.filter(({ url }) => !assigned.has(url))
  for (const { picture, place } of assignments.toSorted((a, b) => a.place - b.place))
    result.splice(place - 1, 0, pictures.find(({ url }) => url === picture.url) ?? picture)
  return result
}
