import type { PictureFacts } from '../../../platform/files/picture-address.ts'
import { traitsOf } from '../attribute-conditions.ts'
import type { ProductRow } from '../catalogue-store.server.ts'
import { factText, ratingOf, type ProductSummary } from '../catalogue.ts'
import { readAirSpace } from './air-space.ts'
import { noPicture } from '../../media/no-picture.ts'
import type { Taxonomy } from './taxonomy.server.ts'

/** A product as lists show it, from its row. */
export function summaryOf(
  row: ProductRow,
  taxonomy: Taxonomy,
  addressOf: (picture: PictureFacts) => string,
): ProductSummary {
  const category = taxonomy.categoryOf.get(row.categoryUri)
  const stars = row.attributes['energy_stars']
  const kwh = row.attributes['energy_kwh']
  const air = readAirSpace(row.attributes['clearance_mm'])
  const traits = traitsOf(row.attributes, (code) => taxonomy.attributeOf.get(code)?.facet === 'list')
  return {
    id: row.id,
    sku: row.sku,
    uri: row.uri,
    mpn: row.mpn,
    title: row.title,
    brand: { title: row.brandTitle, uri: row.brandUri },
    categoryUri: row.categoryUri,
    condition: row.condition,
    missingParts: row.missingParts,
    superseded: row.superseded,
    supersededBy: row.supersededBy,
    supplierDirect: row.supplierDirect,
    rating: ratingOf(row.ratingAverage === null ? null : { average: row.ratingAverage, count: row.ratingCount }, {
      count: row.reviewCount,
      stars: row.reviewStars,
    }),
    energy: {
      stars: typeof stars === 'number' ? stars : null,
      kwhPerYear: typeof kwh === 'number' && kwh > 0 ? kwh : null,
    },
    facts: (category?.cardFacts ?? []).flatMap((code) => {
      const value = row.attributes[code]
      const definition = taxonomy.attributeOf.get(code)
      return value === undefined || definition === undefined ? [] : [factText(definition, value)]
    }),
    picture: pictureOf(row, addressOf),
    ...(row.secondPicture === null ? {} : { secondPicture: addressOf(row.secondPicture) }),
    size: { widthMm: row.widthMm, heightMm: row.heightMm, depthMm: row.depthMm, weightKg: row.weightKg },
    ...(air === null ? {} : { air }),
    ...(traits === undefined ? {} : { traits }),
    offers: row.offers,
    stock: row.stock,
    releasedOn: row.releasedOn,
    isDemo: row.isDemo,
  }
}

/** Its first picture; a placeholder also while that is on another host and has not been fetched. */
function pictureOf(row: ProductRow, addressOf: (picture: PictureFacts) => string): string {
  if (row.firstPicture !== null) return addressOf(row.firstPicture)
  return row.firstImage?.startsWith('/') === true ? row.firstImage : noPicture
}
