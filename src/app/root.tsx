import { createContext, lazy, Suspense, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigationType,
} from 'react-router'
import '../ui/base.css'
import '../brands/fonts/fonts.css'
import { placeholderOf } from '../brands/placeholder.ts'
import { requestContext } from '../composition/request-context.ts'
import { useAddToCartForms } from '../modules/cart/ui/add-to-cart.ts'
import { followCart } from '../modules/cart/ui/cart-actions.ts'
import { cartStore, openCart } from '../modules/cart/ui/cart-state.ts'
import { startComparing } from '../modules/compare/ui/compare-start.ts'
import { compareStore } from '../modules/compare/ui/compare-state.ts'
import '../modules/content/ui/alert-banner.css'
import '../modules/navigation/ui/footer.css'
import { alertId } from '../modules/content/alert-place.ts'
import { loadPlace, placeStore } from '../modules/geo/ui/place.ts'
import { serializedSite } from '../modules/navigation/site.server.ts'
import { footerId, type Site } from '../modules/navigation/site.ts'
import { Header } from '../modules/navigation/ui/header.tsx'
import { NotFoundPage } from '../modules/navigation/ui/not-found.tsx'
import { Shell } from '../modules/navigation/ui/shell.tsx'
import { useSite } from '../modules/navigation/ui/use-site.ts'
import { isPaymentPage } from '../modules/payments/payment-page.ts'
import { SaleBannerLink } from '../modules/promotions/ui/sale-banner.tsx'
import { deserialize } from '../platform/serialized.ts'
import { signedIn } from '../ui/browser/api.ts'
import { useStore } from '../ui/browser/store.ts'
import { trustedHtml } from '../ui/browser/trusted-types.ts'
import { Later } from '../ui/display/later.tsx'
import { usePictureFallback } from '../ui/display/picture-fallback.ts'
import { ServerPart } from '../ui/display/server-made.tsx'
import { beforeShown } from '../ui/navigation/before-shown.ts'
import { useClientLinks } from '../ui/navigation/client-links.ts'
import type { Route } from './+types/root.ts'

/** Analytics and wallet buttons; loaded when the browser is idle. */
const DeferredComponents = lazy(async () => {
  await new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done))
  return import('./deferred-components.tsx')
})
const CartPanel = lazy(() => import('../modules/cart/ui/cart-panel.tsx'))
const CountryPopup = lazy(() => import('../modules/geo/ui/country-popup.tsx'))
const CompareTray = lazy(() => import('../modules/compare/ui/compare-tray.tsx'))
const SaleFooter = lazy(() => import('../modules/promotions/ui/sale-footer.tsx'))
const late = (name: Exclude<keyof typeof import('../modules/navigation/ui/deferred.tsx'), 'default'>) =>
  lazy(async () => ({ default: (await import('../modules/navigation/ui/deferred.tsx'))[name] }))
const BackToTop = late('BackToTop')
const ProductFinder = lazy(() => import('../modules/navigation/ui/product-finder.tsx'))
const Overlay = late('Overlay')
const ProductOnItsWay = late('ProductOnItsWay')
const ThirdParties = late('ThirdParties')
const PlaceDialog = lazy(() => import('../modules/geo/ui/place-dialog.tsx'))

signedIn.load = () => import('./signed-in.ts')

/** Provided by the server while it renders: what only the first page needs. Elements, so that no browser loads the code for them. */
export type HeadProps = {
  readonly nonce: string | undefined
  readonly css: string
  readonly font: ReactNode
  /** Keys that parts which are fetched later ask for. */
  readonly meta: ReactNode
  /** What the loaders found, for the router in the browser. */
  readonly data: ReactNode
}
export const HeadContext = createContext<HeadProps | null>(null)

export function loader({ context }: Route.LoaderArgs) {
  const { brand, services } = context.get(requestContext)
  const { navigation, stores, settings, promotions, site } = services
  const otherCountry = site.otherCountry(brand)
  return serializedSite(brand, navigation.of(brand), {
    hasStores: stores.of(brand).length > 0,
    compares: settings.isOn(brand, 'ComparePageEnabled'),
    otherCountryAddress: otherCountry === null ? null : `${otherCountry.origin}/`,
    sale: promotions.sale(brand),
    realm: brand.realm,
  })
}

/** The title of a page that has none of its own: not found, or failed. */
export const meta = ({ error, loaderData }: Route.MetaArgs) => [
  {
    title:
      isRouteErrorResponse(error) && error.status === 404
        ? 'Page not found'
        : loaderData === undefined
          ? 'Something went wrong'
          : deserialize(loaderData).companyName,
  },
]

/** Lets what was fetched later prepare for the next page, between its data and its display (ui/navigation/before-shown.ts). */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_, next) => {
    const found = await next()
    await beforeShown.run?.()
    return found
  },
]

/** The frame never changes while one visits one site. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite()
  const head = useContext(HeadContext)
  const theme = useMemo(() => trustedHtml(head?.css ?? document.querySelector('#theme')?.textContent ?? ''), [head])
  return (
    <html lang={site?.country === 'NZ' ? 'en-NZ' : 'en-AU'} data-theme={site?.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The server moves its links further up, so nothing that React hydrates in order comes before them. */}
        <Links />
        <Meta />
        {head?.font}
        <style id="theme" nonce={head?.nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: theme }} />
        {head?.meta}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        {site?.realm === 'staging' && (
          <aside className="staging" aria-label="Staging">
            Staging: orders placed here are not real.
          </aside>
        )}
        {children}
        <ScrollRestoration />
        <Scripts />
        {head?.data}
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <Frame site={deserialize(loaderData)}>
      <Outlet />
    </Frame>
  )
}

function Frame({ site, children }: { site: Site; children: ReactNode }) {
  const place = useStore(placeStore)
  const { cart, isCartOpen: isOpen } = useStore(cartStore)
  const comparing = useStore(compareStore)
  const [placeIsOpen, setPlaceIsOpen] = useState(false)
  const { pathname } = useLocation()
  const isSimple = pathname.startsWith('/customer/checkout')
  useClientLinks(isPaymentPage)
  usePictureFallback(placeholderOf(site.theme))
  useAddToCartForms()

  useLivePage(setPlaceIsOpen)

  const seenIn = place?.ipCountry
  const otherCountry = (seenIn === 'AU' || seenIn === 'NZ') && seenIn !== site.country ? seenIn : null

  if (isSimple) {
    return (
      <CheckoutFrame site={site} isCartOpen={isOpen}>
        {children}
      </CheckoutFrame>
    )
  }
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Shell
        hasJoinedBanners={site.header.hasJoinedBanners}
        salesHeaderBanner={site.sale.banners.length > 0 && <SaleStrip banners={site.sale.banners} />}
        navigation={
          <Header
            site={site}
            placeLabel={place?.localityId ? `${place.suburb} ${place.postcode}` : null}
            // The same count as the panel: neither a bonus nor a service is a product (docs/decisions/0020).
            cartCount={cart?.productCount ?? 0}
            onPlace={() => setPlaceIsOpen(true)}
            onCart={() => openCart(true)}
          />
        }
        content={
          <main id="content" tabIndex={-1}>
            {children}
            <Later>
              <ProductOnItsWay />
            </Later>
          </main>
        }
        alertBanner={<ServerPart id={alertId} />}
        footer={<ServerPart id={footerId} />}
        backToTop={
          <Later>
            <BackToTop />
          </Later>
        }
        salesFooterBanner={
          site.sale.hasFooter && (
            <Later>
              <SaleFooter />
            </Later>
          )
        }
        compareTray={
          comparing !== null &&
          site.compare !== null && (
            <Later>
              <CompareTray {...site.compare} />
            </Later>
          )
        }
        // The account bar and its panel come before it, once the visitor is known to have one.
        ratingBadge={
          <Later>
            <ThirdParties />
          </Later>
        }
        locationPopup={
          otherCountry !== null &&
          site.otherCountryAddress !== null && (
            <Later>
              <CountryPopup country={otherCountry} address={site.otherCountryAddress} />
            </Later>
          )
        }
      />
      <Later>
        <Overlay />
      </Later>
      <Later>
        <DeferredComponents currency={site.currency} />
      </Later>
      <Suspense fallback={null}>
        {isOpen && <CartPanel />}
        {placeIsOpen && <PlaceDialog country={site.country} onClose={() => setPlaceIsOpen(false)} />}
      </Suspense>
    </>
  )
}

/** Starts after hydration: loads the visitor's location and cart, and opens the location dialog on request. */
function useLivePage(setPlaceIsOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    // Signals that the page is interactive; before, its links and forms work by themselves.
    document.documentElement.dataset['live'] = ''
    const placed = loadPlace()
    followCart(placed)
    const choosePlace = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[data-choose-place]') !== null) setPlaceIsOpen(true)
    }
    document.addEventListener('click', choosePlace)
    const stopComparing = startComparing(placed)
    return () => {
      document.removeEventListener('click', choosePlace)
      stopComparing()
    }
  }, [setPlaceIsOpen])
}

/** Around the checkout, which has neither header nor footer of the shop. */
function CheckoutFrame({ site, isCartOpen, children }: { site: Site; isCartOpen: boolean; children: ReactNode }) {
  return (
    <>
      {children}
      <Suspense fallback={null}>{isCartOpen && <CartPanel isAtCheckout />}</Suspense>
      <Later>
        <Overlay />
      </Later>
      <Later>
        <DeferredComponents currency={site.currency} />
      </Later>
    </>
  )
}

function SaleStrip({ banners }: { banners: Site['sale']['banners'] }) {
  return (
    <aside aria-label="Sale">
      {banners.map((banner) => (
        <SaleBannerLink key={banner.src} banner={banner} shape="strip" />
      ))}
    </aside>
  )
}

/** A page that is not there. Where the browser was led there by a link the address is looked up first (decision platform-10). */
function Missing({ site }: { site: Site | undefined }) {
  const isLedHere = String(useNavigationType()) === 'PUSH'
  return !isLedHere ? (
    <NotFoundPage categories={site?.categories ?? []} />
  ) : (
    <Suspense fallback={null}>
      <ProductFinder />
    </Suspense>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const site = useSite()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const page = isMissing ? (
    <Missing site={site} />
  ) : (
    <section className="page">
      <h1>Something went wrong</h1>
      <p>An error has occurred, please try again</p>
      <p>
        {/* The page's own address, as a document: it says what is wrong where the server knows. */}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
        <a href="" data-reload="">
          Try again
        </a>
      </p>
    </section>
  )
  return site === undefined ? <main>{page}</main> : <Frame site={site}>{page}</Frame>
}
