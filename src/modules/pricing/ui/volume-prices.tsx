import { formatPrice } from '../pricing.ts'
import type { VolumePrice } from '../volume-price.ts'

/** What one unit of a product costs from so many units on. The page that shows it says how it looks. */
export function VolumePrices({ prices }: { readonly prices: readonly VolumePrice[] }) {
  if (prices.length === 0) return null
  return (
    <table>
      <caption>Volume prices</caption>
      <tbody>
        {prices.map(({ from, price }) => (
          <tr key={from}>
            <th scope="row">{from} or more</th>
            <td>{formatPrice(price)} each</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
