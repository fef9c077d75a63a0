import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isClosedToScripts } from '../analytics.ts'
import { currentConsent, keepChoice, type KeptChoice } from './consent.ts'
import { accessInHead, startMeasuring, type Measuring } from './measure.ts'

const ConsentBanner = lazy(() => import('./consent-banner.tsx'))

let measuring: Measuring | null = null

/** Follows the pages that somebody looks at, and asks once whether others may know. Fetched when the browser has nothing else to do. */
export default function Analytics({ currency }: { currency: string }) {
  const { pathname, search } = useLocation()
  const [isAsked, setIsAsked] = useState(() => accessInHead() !== null && currentConsent() === 'unasked')

  useEffect(() => {
    correctHead(pathname, search)
    measuring ??= startMeasuring(currency)
    // A change of path or query, not of the hash (decision analytics-02); titles and types of pages are written by then.
    measuring.viewed({ url: location.href, title: document.title, pageType: pageType(pathname) })
  }, [pathname, search, currency])

  useEffect(() => {
    function follow(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null) return
      // A load of its own leaves behind what others have loaded here.
      if (isClosedToScripts(link.pathname) && accessInHead() !== null) link.dataset['reload'] = ''
      if (link.dataset['privacyChoices'] === undefined || accessInHead() === null) return
      event.preventDefault()
      setIsAsked(true)
    }
    document.addEventListener('click', follow, { capture: true })
    return () => document.removeEventListener('click', follow, { capture: true })
  }, [])

  function choose(choice: KeptChoice['choice']): void {
    keepChoice(choice)
    setIsAsked(false)
    measuring?.consentChanged()
  }

  return isAsked && !isClosedToScripts(pathname) ? (
    <Suspense fallback={null}>
      <ConsentBanner onChoose={choose} isAgain={currentConsent() !== 'unasked'} />
    </Suspense>
  ) : null
}

/** Of the page that was loaded. */
let loaded: string | null = null

/** What the server wrote into the head is of the page that was loaded; the next ones have a canonical address too (TRACK-03). */
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
  const path = pathname.toLowerCase().replace(/\/+$/, '')
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
function pageType(pathname: string): string {
  if (pathname === '/') return 'homepage'
  return document.querySelector<HTMLMetaElement>('meta[name=page-type]')?.content ?? 'generic'
}
