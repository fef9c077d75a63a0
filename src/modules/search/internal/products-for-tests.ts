import type { IndexedProduct } from './engine/listing-index.server.ts'

export const inBothCountries = { AU: true, NZ: true } as const
export const soldOut = { AU: false, NZ: false } as const

/** A product that is sold everywhere it has to be for a test; say only what the test is about. */
export function product(productId: number, differs: Partial<IndexedProduct> = {}): IndexedProduct {
  return {
    productId,
    sku: `SKU${productId}`,
    mpn: null,
    gtin: null,
    title: `Product ${productId}`,
    uri: `product-${productId}`,
    brand: 'Fenwick',
    brandUri: 'fenwick',
    categoryUri: 'kitchen/fridges',
    categoryTitles: ['Kitchen', 'Fridges'],
    attributes: {},
    offers: { wa: { price: 100_00, rrp: null } },
    available: inBothCountries,
    supply: { AU: '2000', NZ: '1010' },
    ratingAverage: null,
    ratingCount: 0,
    releasedOn: null,
    popularity: 0,
    keywords: '',
    ...differs,
  }
}
