import { renderToStaticMarkup } from 'react-dom/server'
import type { AlertBanner as AlertContent } from '../../modules/content/alert-banner.ts'
import { alertId } from '../../modules/content/alert-place.ts'
import { AlertBanner } from '../../modules/content/ui/alert-banner.tsx'
import type { Footer as FooterContent } from '../../modules/content/content.ts'
import { footerId, type Site } from '../../modules/navigation/site.ts'
import { Footer } from '../../modules/navigation/ui/footer.server.tsx'
import type { RequestContext } from '../../composition/request-context.ts'
import beforePaint from './before-paint.inline.ts?inline-script'

/** A part of the layout that only the server renders (ui/server-made.tsx), by the id of its element. `nonce` is for first-party scripts. */
export function layoutPart(
  id: string,
  { site, shop, nonce }: { site: Site; shop: Pick<RequestContext, 'brand' | 'services'>; nonce: string | undefined },
): string {
  const { content } = shop.services
  if (id === footerId) return footerMarkup(site, content.footer(shop.brand))
  if (id === alertId) return alertMarkup(content.alert(shop.brand), nonce)
  throw new Error(`the server knows of no part called ${id}`)
}

const none = {}
const alerts = new WeakMap<object, string>()

/** The script is always there, so that the content policy of a page does not depend on an alert. */
function alertMarkup(alert: AlertContent | null, nonce: string | undefined): string {
  const known = nonce === undefined ? alerts.get(alert ?? none) : undefined
  if (known !== undefined) return known
  const html = renderToStaticMarkup(
    <>
      {alert !== null && <AlertBanner {...alert} />}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: beforePaint }} />
    </>,
  )
  if (nonce === undefined) alerts.set(alert ?? none, html)
  return html
}

const footers = new WeakMap<Site, { readonly content: FooterContent; readonly html: string }>()

/** The same on every page of a site, so it is rendered once, until the site or its content changes. */
function footerMarkup(site: Site, content: FooterContent): string {
  const known = footers.get(site)
  if (known?.content === content) return known.html
  const html = renderToStaticMarkup(<Footer site={site} content={content} />)
  footers.set(site, { content, html })
  return html
}
