import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { deserialize, type Serialized } from '../../../platform/serialized.ts'
import { routeFlags, type PageType } from '../../../platform/page-types.ts'
import { scriptsInHead, runThirdPartyScripts } from '../../../ui/third-parties/scripts.ts'
import { needsYes } from '../../../ui/third-parties/third-parties.ts'
import { isClosedToScripts } from '../analytics.ts'
import { forgetViewed, rememberViewed } from '../../catalogue/product/viewed-products.ts'
import { currentConsent, isAllowed, saveChoices, type Choices } from '../internal/ui/consent.ts'
import { accessInHead, reportProductLoad, startMeasuring, type Measuring } from '../internal/ui/measure.ts'
import { trimEnd } from '../../../platform/text/trim-end.ts'

const ConsentBanner = lazy(() => import('../internal/ui/consent-banner.tsx'))

let measuring: Measuring | null = null

/** Whether there is anything to consent to. */
const hasToAsk = (): boolean => accessInHead() !== null || needsYes(scriptsInHead())

/** Tracks page views, and asks once for consent. Loaded when the browser is idle. */
export default function Analytics({ currency }: { currency: string }) {
  const { pathname, search } = useLocation()
  const [isRequested, setIsRequested] = useState(() => hasToAsk() && currentConsent() === null)
  const page = useMatches().at(-1)
  const hasData = page?.loaderData !== undefined
  const productId = hasData && page?.id === 'routes/product/product' ? productIdOf(page.loaderData) : null
  /** The last path and query that were tracked. */
  const reported = useRef<string | null>(null)

  useEffect(() => {
    correctHead(pathname, search)
    measuring ??= startMeasuring(currency)
    const type = pageType(pathname)
    // A change of path or query, not of the hash (decision analytics-02); titles and types of pages are written by then.
    if (reported.current === pathname + search || !(routeFlags(type).autoTrackingEnabled || hasData)) return
    reported.current = pathname + search
    measuring.viewed({ url: location.href, title: document.title, pageType: type })
    runThirdPartyScripts(type, isAllowed)
  }, [pathname, search, currency, hasData])

  useEffect(() => {
    if (productId !== null) reportProductLoad(productId)
  }, [productId])

  useEffect(() => {
    function follow(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null) return
      // A page load clears third-party scripts that have run.
      if (isClosedToScripts(link.pathname) && (accessInHead() !== null || scriptsInHead() !== null))
        link.dataset['reload'] = ''
      if (link.dataset['privacyChoices'] === undefined || isClosedToScripts(location.pathname)) return
      event.preventDefault()
      setIsRequested(true)
    }
    document.addEventListener('click', follow, { capture: true })
    return () => document.removeEventListener('click', follow, { capture: true })
  }, [])

  function choose(choices: Choices): void {
    saveChoices(choices)
    setIsRequested(false)
    measuring?.consentChanged()
    runThirdPartyScripts(pageType(pathname), isAllowed)
    if (choices.personalisation) rememberViewed()
    else forgetViewed()
  }

  return isRequested && !isClosedToScripts(pathname) ? (
    <Suspense fallback={null}>
      <ConsentBanner onChoose={choose} chosen={currentConsent()} />
    </Suspense>
  ) : null
}

/** Of a product page's data. */
const productIdOf = (data: unknown): number =>
  deserialize(data as Serialized<{ readonly view: { readonly id: number } }>).view.id

/** Of the page that was loaded. */
let loaded: string | null = null

/** The head from the server describes the loaded page; later pages have a canonical address too (TRACK-03). */
function correctHead(pathname: string, search: string): void {
  const made = document.head.querySelectorAll<HTMLElement>('[data-made]')
  const first = loaded === null
  loaded ??= pathname
  if (first || made.length === 0) return
  const slash = made[0]?.dataset['made'] ?? ''
  const { origin } = new URL(
    document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content ?? location.href,
  )
  const [link] = document.head.querySelectorAll<HTMLLinkElement>('link[rel=canonical]:not([data-made])')
  const page = Number(new URLSearchParams(search).get('page') ?? 1)
  const path = trimEnd(pathname.toLowerCase(), '/')
  const address =
    link?.href ?? `${origin}${path}${slash !== '' || path === '' ? '/' : ''}${page > 1 ? `?page=${page}` : ''}`
  for (const one of made) one.remove()
  const write = (element: HTMLElement, attributes: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries({ ...attributes, 'data-made': slash })) element.setAttribute(name, value)
    document.head.append(element)
  }
  if (link === undefined) write(document.createElement('link'), { rel: 'canonical', href: address })
  write(document.createElement('meta'), { property: 'og:url', content: address })
}

/** The home page reports its own (decision platform-16). */
function pageType(pathname: string): PageType {
  if (pathname === '/') return 'homepage'
  const written = document.querySelector<HTMLMetaElement>('meta[name=page-type]')?.content
  // The server writes it, one of its own types.
  return (written as PageType | undefined) ?? 'generic'
}
