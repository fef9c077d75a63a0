import { renderToStaticMarkup } from 'react-dom/server'
import { alertMarkup } from '../../modules/content/alert-banner.ts'
import { alertId, closedAlertKey } from '../../modules/content/alert-place.ts'
import type { Footer as FooterContent } from '../../modules/content/content.ts'
import { signedInKeys } from '../../modules/identity/ui/token-storage.ts'
import { footerId, type Site } from '../../modules/navigation/site.ts'
import { Footer } from '../../modules/navigation/ui/footer.server.tsx'
import { barKey } from '../../modules/staff/staff.ts'
import type { RequestContext } from '../../composition/request-context.ts'

/** A part of the layout that only the server renders (ui/server-made.tsx), by the id of its element. `mark` is for first-party scripts. */
export function layoutPart(
  id: string,
  { site, shop, mark }: { site: Site; shop: Pick<RequestContext, 'brand' | 'services'>; mark: string },
): string {
  if (id === footerId) return footerMarkup(site, shop.services.content.footer(shop.brand))
  if (id !== alertId) throw new Error(`the server knows of no part called ${id}`)
  const alert = shop.services.content.alert(shop.brand)
  return `${alert === null ? '' : alertMarkup(alert)}<script${mark}>${takesAwayWhatWasClosed}${leavesRoomForTheBar}</script>`
}

// Both before anything is painted, so that nothing moves. Always there, so that the policy of a page does not depend on a notice.

const takesAwayWhatWasClosed =
  `try{const a=document.currentScript.previousElementSibling;` +
  `if(a.dataset.key===sessionStorage.getItem('${closedAlertKey}'))a.remove()}catch{}`

/** The account bar comes later: for customers where they have one, for staff where they have worked before. */
const leavesRoomForTheBar =
  `try{const s=localStorage;if(${JSON.stringify(signedInKeys)}.every(k=>s.getItem(k))&&` +
  `(s.getItem('${barKey}')||document.querySelector('meta[name=top-bar]')))document.documentElement.dataset.toolbar=''}catch{}`

const footers = new WeakMap<Site, { readonly content: FooterContent; readonly html: string }>()

/** The same on every page of a site, so it is rendered once, until the site or its content changes. */
function footerMarkup(site: Site, content: FooterContent): string {
  const known = footers.get(site)
  if (known?.content === content) return known.html
  const html = renderToStaticMarkup(<Footer site={site} content={content} />)
  footers.set(site, { content, html })
  return html
}
