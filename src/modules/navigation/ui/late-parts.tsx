import { lazy, useEffect } from 'react'
import { useLocation } from 'react-router'
import { isAuthenticated } from '../../identity/ui/token-storage.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { useTabScroll } from '../../../ui/tab-scroll.ts'
import { keyInHead } from '../../../ui/third-parties/third-parties.ts'
import { useWatchedNavigations } from '../../../ui/watched-navigations.ts'

/** Parts of the frame that nobody needs at first sight: fetched together, once the page answers. */

export { ProductOnItsWay } from '../../catalogue/ui/product-skeleton.tsx'
export { BackToTop } from '../../../ui/back-to-top.tsx'

const LoginPrompt = lazy(() => import('../../identity/ui/login-prompt.tsx'))
const Badge = lazy(() => import('../../../ui/third-parties/rating-badge.tsx'))
const Chat = lazy(() => import('../../../ui/third-parties/intercom-chat.tsx'))

/** What every page has and nobody sees until there is something to see. */
export function Overlay() {
  useWatchedNavigations()
  useTabScroll()
  // Says that everything of the page is there.
  useEffect(() => void (document.documentElement.dataset['whole'] = ''), [])
  useEffect(() => {
    if (isAuthenticated()) void import('../../identity/ui/load-member.ts').then((it) => it.loadMember())
  }, [])
  const { search } = useLocation()
  return (
    <>
      <MessageBox />
      {/[?&]showlogin\b/i.test(search) && <LoginPrompt />}
    </>
  )
}

/** What customers say of the shop, and the way into the chat, where their keys are set. */
export function ThirdParties() {
  const merchantId = keyInHead('reviewMerchantId')
  const appId = keyInHead('chatAppId')
  return (
    <>
      {merchantId !== null && <Badge merchantId={merchantId} />}
      {appId !== null && <Chat appId={appId} />}
    </>
  )
}
