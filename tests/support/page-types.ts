import type { Page } from 'playwright-core'

/** A URL of every public page type, with the filters, errors and last pages that change its layout. */
const always: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['category', '/c/kitchen'],
  ['listing', '/c/kitchen/fridges'],
  ['listing-filtered', '/c/kitchen/fridges?filter=colour%3AWhite'],
  ['products', '/products'],
  ['brands', '/brands'],
  ['brand', '/brands/miele'],
  ['search', '/search/washing%20machine'],
  ['no-result', '/search/zzzzqqqq'],
  ['cart-empty', '/cart'],
  ['checkout-empty', '/customer/checkout'],
  ['confirmation-missing', '/customer/confirmation?id=none'],
  ['promotions', '/promotions'],
  ['sale', '/sale'],
  ['compare', '/compare'],
  ['stores', '/stores'],
  ['virtual-tours', '/virtual-tour'],
  ['cooking-demos', '/cooking-demos'],
  ['contact-us', '/contact-us'],
  ['order-lookup', '/order-lookup'],
  ['sitemap', '/sitemap'],
  ['landing', '/landing'],
  ['article', '/article/legendary-service'],
  ['category-masthead', '/c/outdoor'],
  ['blog', '/blog'],
  ['static', '/s/privacy-policy'],
  ['not-found', '/nowhere'],
]

/** These and the URLs that depend on a brand's data: a product and its pages, a comparison, a store, a promotion. */
export async function pageTypesOf(
  page: Page,
  shop: string,
): Promise<readonly (readonly [name: string, path: string])[]> {
  const paths = async (list: string, inside: string) => {
    await page.goto(`${shop}${list}`)
    return page.evaluate(
      (start) => [
        ...new Set(
          [...document.querySelectorAll<HTMLAnchorElement>(`main a[href^="${start}"]`)].map((link) => link.pathname),
        ),
      ],
      inside,
    )
  }
  const products = await paths('/products', '/p/')
  const [product = ''] = products
  const [promotion] = await paths('/promotions', '/promotion/')
  const [store] = await paths('/stores', '/stores/')
  const [tour] = await paths('/virtual-tour', '/virtual-tour/')
  const skus = await page.evaluate(async () => {
    const { products: first } = await (await fetch('/api/v2/listing?type=all&pageSize=3')).json()
    return (first as { sku: string }[]).map(({ sku }) => encodeURIComponent(sku))
  })
  return [
    ...always,
    ['product', product],
    ['reviews', `${product}/reviews`],
    ['questions', `${product}/questions`],
    ['notify-me', `${product}/notify-me`],
    ['comparison', `/comparison/${skus.join('/')}`],
    ...(promotion === undefined ? [] : ([['promotion', promotion]] as const)),
    ...(store === undefined ? [] : ([['store', store]] as const)),
    ...(tour === undefined ? [] : ([['virtual-tour', tour]] as const)),
  ]
}
