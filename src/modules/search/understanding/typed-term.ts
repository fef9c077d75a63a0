import { searchTermOf } from '../search.ts'

/**
 * The term of what somebody typed. What signs say of numbers, which sanitising removes (SRCH-25), is said in words before: '$1,500' is
 * '1500 dollars' and '65"' is '65 inch'. Apart from `searchTermOf`, because pages fetch it only for a search.
 */
export function typedTermOf(typed: string): string {
  return searchTermOf(withSignsInWords(typed.slice(0, maxTypedLength)))
}

const maxTypedLength = 200
const price = String.raw`\$ ?(\d{1,7}(?:\.\d{1,2})?)(k?)\b`
const priceRange = new RegExp(String.raw`${price} ?- ?\$? ?(\d{1,7}(?:\.\d{1,2})?)(k?)\b`, 'gi')
const onePrice = new RegExp(price, 'gi')

function withSignsInWords(typed: string): string {
  if (!/[$"″”–—−,]/.test(typed)) return typed
  const dollars = (amount: string, k: string) => String(Number(amount) * (k === '' ? 1 : 1000))
  return typed
    .replace(/[–—−]/g, '-')
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d) ?["″”]/g, '$1 inch ')
    .replace(
      priceRange,
      (_, low: string, lowK: string, high: string, highK: string) =>
        `${dollars(low, lowK)}-${dollars(high, highK)} dollars`,
    )
    .replace(onePrice, (_, amount: string, k: string) => `${dollars(amount, k)} dollars`)
}
