import { randomUUID } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { ServerRouter } from 'react-router'
import { isClosedToScripts } from '../../modules/analytics/analytics.ts'
import { isPaymentPage } from '../../modules/payments/payment-page.ts'
import { metaOfProviders } from '../../modules/identity/external-providers.ts'
import { cardMarkup } from './card-markup.server.ts'
import { CardMarkupContext } from '../../modules/catalogue/ui/card-markup.ts'
import { contentPolicy } from '../../platform/http/content-policy.ts'
import { HeadContext } from '../root.tsx'
import { PageData, type PageEntry, withInertScripts } from './data-handover.server.tsx'
import { alternatesOf } from './hreflang.server.ts'
import { layoutPart } from './layout-parts.server.tsx'
import type { Site } from '../../modules/navigation/site.ts'
import { withPageHead } from './page-head.server.ts'
import { thirdPartiesOf } from './third-party-scripts.server.ts'
import { deserialize, type Serialized } from '../../platform/serialized.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { themeHead } from './theme.server.ts'
import { ServerMade } from '../../ui/display/server-made.tsx'
import { allowancesOf, metaOf } from '../../ui/third-parties/third-parties.ts'

/** A page as text, with the headers that depend on its content. */
export type Rendered = { readonly html: string; readonly policy: string }

/**
 * Renders a page in one go. Loaders have their data in process and nothing suspends, so `renderToString` works, and is about twice as fast
 * as the streaming renderer (decision 0055). The data that the router would have streamed to the browser are embedded as one block. A
 * journey fails when hydration breaks.
 */
export function renderDocument(
  { entry, data }: PageEntry,
  { url, shop }: { url: URL; shop: RequestContext },
): Rendered {
  const { brand, services, formTargets: paymentTargets } = shop
  const identityHost = services.site.identityHost(brand)
  const { matches, errors, loaderData } = entry.staticHandlerContext
  const routes = matches.map((match) => match.route.id)
  // No third-party scripts run on pages with logins or payments.
  const isClosed = /^routes\/(account|sign-in)\//.test(routes.at(-1) ?? '') || isClosedToScripts(url.pathname)
  const thirdParties = thirdPartiesOf(brand, services, {
    isClosed,
    isConfirmation: routes.includes('routes/checkout/confirmation'),
  })
  // On every page: a client-side navigation to the checkout keeps the policy of the page it came from.
  const others = allowancesOf(thirdParties, services.geo.maps?.url ?? null, { isClosed })
  // Every page may have to renew a session, and a login is a form post to the identity host.
  // A model's file and its textures, which the viewer of 3D models reads from memory; `blob:` is what a script of ours has made.
  const fromMemory = isClosed ? [] : ['blob:']
  const allowed = {
    ...others,
    connect: [...others.connect, identityHost.source, ...fromMemory],
    image: [...others.image, ...fromMemory],
    frame: [...others.frame, services.site.builds[brand.app].winningCmsUrl],
  }
  const formTargets = [...paymentTargets, identityHost.source]
  const kind = [brand.theme, ...routes, ...formTargets, ...allowed.script].join(' ')
  const known = errors === null ? policies.get(kind) : undefined
  // Not the nonce of a policy: within this rendering it only marks the first-party scripts, which may be hashed.
  const nonce = known === undefined ? randomUUID() : undefined
  const mark = nonce === undefined ? '' : ` nonce="${nonce}"`
  const site = loaderData['root'] as Serialized<Site> | undefined
  const { css, fontUrl } = themeHead(brand.theme)
  // Payment pages name their scripts with hashes, and are there to be filled in.
  const startsAfterPaint = errors === null && !isPaymentPage(url.pathname)
  const page = renderToString(
    <HeadContext
      value={{
        nonce,
        data: <PageData data={data} nonce={nonce} startsAfterPaint={startsAfterPaint} />,
        css,
        font: fontUrl && <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />,
        meta: [...metaOf(thirdParties), ...identityMeta(brand, services), ...staffMeta(shop)].map((one) => (
          <meta key={one.name} {...one} />
        )),
      }}
    >
      <CardMarkupContext value={cardMarkup}>
        <ServerMade
          value={(id) => (site === undefined ? '' : layoutPart(id, { site: deserialize(site), shop, nonce }))}
        >
          <ServerRouter context={entry} url={url} {...(nonce === undefined ? {} : { nonce })} />
        </ServerMade>
      </CardMarkupContext>
    </HeadContext>,
  )
  const whole =
    errors === null
      ? withPageHead(page, { brand, url, alternates: alternatesOf(brand, url.pathname, services), startsAfterPaint })
      : page
  const marked = `<!DOCTYPE html>${startsAfterPaint ? withInertScripts(whole) : whole}`
  const policy = known ?? contentPolicy(marked, nonce ?? '', formTargets, allowed)
  if (errors === null) policies.set(kind, policy)
  return { html: mark === '' ? marked : marked.replaceAll(mark, ''), policy }
}

/** Read by the identity code in the browser when it loads. */
export const identityMeta = (
  brand: RequestContext['brand'],
  {
    site,
    identity: { offeredProviders },
  }: {
    readonly site: Pick<RequestContext['services']['site'], 'identityHost' | 'builds'>
    readonly identity: Pick<RequestContext['services']['identity'], 'offeredProviders'>
  },
) => [
  { name: 'identity-host', content: site.identityHost(brand).address },
  { name: 'identity-client', content: site.builds[brand.app].idClientId },
  ...(offeredProviders.length === 0 ? [] : [{ name: 'identity-by', content: metaOfProviders(offeredProviders) }]),
  ...(brand.hidesPricesWhenAnonymous ? [{ name: 'member-prices', content: 'yes' }] : []),
  ...(brand.logsOutOn401 ? [{ name: 'identity-401', content: 'logout' }] : []),
]

/**
 * Read by the toolbar when it loads, for visitors who have one: whether customers have a bar too, whether there are reminders, where Logout
 * leads.
 */
const staffMeta = ({ brand, services: { settings } }: RequestContext) => {
  const logoutRoute = settings.text(brand, 'postLogoutRoute')
  return [
    ...(brand.customerTopBar ? [{ name: 'top-bar', content: 'customers' }] : []),
    ...(brand.hidesReminders ? [{ name: 'staff-reminders', content: 'hidden' }] : []),
    ...(logoutRoute === '' ? [] : [{ name: 'post-logout', content: logoutRoute }]),
  ]
}

/**
 * Policies by theme and routes: no first-party inline script depends on anything else, so they are collected once for each kind of page.
 * Error pages are scanned every time.
 */
const policies = new Map<string, string>()
