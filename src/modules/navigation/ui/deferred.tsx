import { lazy, useEffect } from 'react'
import { useLocation } from 'react-router'
import { adminBarStore } from '../../../ui/admin-bar-slot.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { isAuthenticated } from '../../identity/ui/token-storage.ts'
import { MessageBox } from '../../../ui/overlays/message-box.tsx'
import { useTabScroll } from '../../../ui/navigation/tab-scroll.ts'
import { keyInHead } from '../../../ui/third-parties/key-in-head.ts'
import { useArrival } from '../../../ui/navigation/use-arrival.ts'
import { useWatchedNavigations } from '../../../ui/navigation/watched-navigations.ts'
import { navigateTo } from '../internal/ui/navigate-to.ts'

/** Layout parts that are not needed at first paint: loaded together, once the page is interactive. */

export { ProductOnItsWay } from '../../catalogue/ui/product-skeleton.tsx'
export { BackToTop } from '../../../ui/overlays/back-to-top.tsx'

const LoginPrompt = lazy(() => import('../../identity/ui/login-prompt.tsx'))
const Badge = lazy(() => import('../../../ui/third-parties/rating-badge.tsx'))
const Chat = lazy(() => import('../../../ui/third-parties/intercom-chat.tsx'))

/** Parts of every page that are invisible until they have content. */
export function Overlay() {
  useWatchedNavigations()
  const arrivedAt = useArrival()
  useTabScroll()
  useEffect(() => {
    let stop: (() => void) | null = null
    let isOver = false
    void import('../../content/ui/follow-alert.ts').then(({ followAlert }) => {
      if (isOver) return
      stop = followAlert()
      // Everything of the page is there and answers, the button of the notice included.
      document.documentElement.dataset['whole'] = ''
    })
    // Before the listener that turns plain links into navigations.
    document.addEventListener('click', navigateTo, { capture: true })
    return () => {
      isOver = true
      document.removeEventListener('click', navigateTo, { capture: true })
      stop?.()
    }
  }, [])
  useEffect(() => {
    // Only Australia has regions (GEO-01).
    if (document.documentElement.lang === 'en-AU' && /[?&]regionid=/i.test(window.location.search))
      void import('../../geo/ui/region.ts').then((it) => it.default())
  }, [])
  useEffect(() => {
    if (!isAuthenticated()) return
    void import('../../identity/ui/load-member.ts').then((it) => it.loadMember())
    // Member prices, which shared pages do not contain.
    if (document.querySelector('meta[name="member-prices"]') !== null)
      void import('../../catalogue/ui/member-prices.tsx').then((it) => it.showMemberPrices())
  }, [])
  useEffect(() => {
    // Documents that nobody looks at have no media.
    if (typeof matchMedia === 'undefined' || !matchMedia('(hover: hover) and (pointer: fine)').matches) return
    let isOver = false
    let stop: (() => void) | null = null
    void import('../../../ui/browser/second-pictures.ts').then((it) => {
      if (!isOver) stop = it.followSecondPictures()
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
  const { search, pathname } = useLocation()
  return (
    <>
      {isCheckout(pathname) && <AdminBar />}
      <MessageBox />
      <p className="visually-hidden" aria-live="polite" data-arrival="">
        {arrivedAt}
      </p>
      {/[?&]showlogin\b/i.test(search) && <LoginPrompt />}
    </>
  )
}

/** The checkout has nothing of the frame but this. */
const isCheckout = (pathname: string) => pathname.startsWith('/customer/checkout')

/** The account bar; customer reviews and chat, where their keys are set. */
export function ThirdParties() {
  const { pathname } = useLocation()
  return (
    <>
      <AdminBar />
      {/* Where people sign in nobody else's program runs. */}
      {!pathname.startsWith('/account') && <Others />}
    </>
  )
}

function Others() {
  const merchantId = keyInHead('reviewMerchantId')
  const appId = keyInHead('chatAppId')
  return (
    <>
      {merchantId !== null && <Badge merchantId={merchantId} />}
      {appId !== null && <Chat appId={appId} />}
    </>
  )
}

/** The account bar, for visitors who have one. */
function AdminBar() {
  const slot = useStore(adminBarStore)
  return slot && <slot.Bar />
}
