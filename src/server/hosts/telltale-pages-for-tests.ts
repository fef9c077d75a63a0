import { expect } from 'vitest'
import type { PageRenderer } from '../../app/rendering/page-renderer.ts'
import { cachedForAll } from '../../app/head/page-headers.ts'
import { requestContext } from '../../composition/request-context.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'

let made = 0
export const pagesMade = () => made

/** Pages that say everything the shop knows of who is asking: whoever reads somebody else's mark has found a leak. */
export const telltale: PageRenderer = async (request, context) => {
  const shop = context.get(requestContext)
  const { brand, services } = shop
  const { pathname, search } = new URL(request.url)
  const [current, chosen] = [await services.cart.visitor.current(shop), await services.geo.visitorPlace.current(shop)]
  made++
  const text = JSON.stringify({
    made,
    app: brand.app,
    path: pathname + search,
    cart: current?.id ?? null,
    place: chosen?._id ?? null,
  })
  const type = pathname.endsWith('.data') ? 'text/x-script' : 'text/html; charset=utf-8'
  const body = `<!DOCTYPE html><p>${text}</p>${'<p>filler</p>'.repeat(50)}`
  if (/^\/(cart|customer)/.test(pathname)) return new Response(body, { headers: { 'content-type': type } })
  if (pathname === '/missing') return new Response(body, { status: 404, headers: { 'content-type': type } })
  if (pathname === '/broken')
    return new Response(body, { status: 500, headers: { 'content-type': type, ...cachedForAll(['broken']) } })
  if (pathname === '/fault') throw new Error('the page cannot be made')
  return new Response(body, { headers: { 'content-type': type, ...cachedForAll(['listings', 'product:1']) } })
}

/** What such a page reports of the request it was made from. */
export type Reported = { made: number; app: string; path: string; cart: string | null; place: string | null }
export const reportedBy = (answer: TestAnswer): Reported =>
  JSON.parse(/<p>(\{.*?\})<\/p>/.exec(answer.text)?.[1] ?? expect.fail(answer.text)) as Reported
