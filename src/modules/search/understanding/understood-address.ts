import { brandPath } from '../../catalogue/catalogue.ts'
import { listingAddress, withUnderstood, type ListingChoice } from '../listing-query.ts'
import { searchAddress } from '../search.ts'
import type { Understanding } from './query-understanding.ts'

/**
 * The page that shows what was understood of a term: its remaining words as the search, the rest as filters, which are chips with links
 * that remove them. Words that were all understood lead to the brand's page, or to all products.
 */
export function understoodAddress({ term, unknownBrand, ...read }: Understanding, choice: ListingChoice): string {
  const words = [unknownBrand?.toLowerCase() ?? '', term].filter((text) => text !== '').join(' ')
  if (words !== '') return listingAddress(searchAddress(words), withUnderstood(choice, read))
  const { brand = [], ...filters } = read.filters
  const [only, ...others] = brand
  return only === undefined || others.length > 0
    ? listingAddress('/products', withUnderstood(choice, read))
    : listingAddress(brandPath(only), withUnderstood(choice, { ...read, filters }))
}
