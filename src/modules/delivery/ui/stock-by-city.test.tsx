import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StockByCity, type CityStock } from './stock-by-city.tsx'

const cities: readonly CityStock[] = [{ code: '2000', title: 'Sydney', kind: 'inStock', text: 'In stock' }]

test('stock in another city shows the extra days, and nothing when there is none', () => {
  const shown = (days: number | null) =>
    renderToStaticMarkup(<StockByCity cities={cities} daysFromElsewhere={days} />).replaceAll(/<[^>]+>/g, '|')
  expect(shown(5)).toContain('|Not in stock near you? Allow 5 extra days.|')
  expect(shown(null)).not.toContain('near you')
})
