import '../../../testing/browser.ts'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { priceRulesOf } from '../../pricing/pricing.ts'
import { Price } from '../../pricing/ui/price.tsx'
import { LogInToBuy } from './log-in-to-buy.tsx'
import { showMemberPrices } from './member-prices.tsx'

const rules = priceRulesOf(brandOf('aoc'), null)
const uris = Array.from({ length: 101 }, (_, at) => `fridge-${at}`)

const Products = () =>
  uris.map((uri) => (
    <article key={uri} id={uri}>
      <Price uri={uri} offer={{ price: null, rrp: null }} rules={rules} />
      <LogInToBuy uri={uri}>Add to cart</LogInToBuy>
    </article>
  ))

test('a member first sees public prices, then member prices and the button, loaded for a hundred products at a time', async () => {
  const requested: string[][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const some = new URL(String(address), 'http://aoc.localhost').searchParams.getAll('uri')
    requested.push(some)
    // The last product is not sold; the first cannot be bought now.
    const prices = some
      .filter((uri) => uri !== 'fridge-100')
      .map((uri) => ({
        uri,
        sku: uri.toUpperCase(),
        title: uri,
        canBeBought: uri !== 'fridge-0',
        price: 999,
        rrp: 1_299,
        lineDiscount: 0,
        altPriceMsg: null,
      }))
    return Response.json({ prices })
  })
  const page = document.body
  page.innerHTML = renderToString(<Products />)
  const said = (uri: string) => page.querySelector(`#${uri}`)?.textContent
  const errors: unknown[] = []
  await act(async () => void hydrateRoot(page, <Products />, { onRecoverableError: (error) => errors.push(error) }))
  expect([errors, requested, said('fridge-7')]).toEqual([[], [], 'LOG IN FOR PRICEAdd to cart'])

  await act(async () => showMemberPrices())
  await vi.waitFor(() => expect(said('fridge-7')).toBe('$999RRP: $1,299 Save $300Add to cart'))
  expect(requested).toEqual([uris.slice(0, 100), uris.slice(100)])
  expect(page.querySelector('#fridge-7 form button[name=sku]')?.getAttribute('value')).toBe('FRIDGE-7')
  expect(said('fridge-0')).toBe('$999RRP: $1,299 Save $300Add to cart')
  expect(page.querySelector('#fridge-0 form')).toBe(null)
  expect(said('fridge-100')).toBe('LOG IN FOR PRICEAdd to cart')
})
