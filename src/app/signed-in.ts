import { afterSignIn, memberFailure, memberStore } from '../modules/identity/ui/member.ts'
import { logOutHere } from '../modules/identity/ui/session.ts'
import { loginRoute } from '../modules/identity/return-url.ts'
import { barOf } from '../modules/staff/staff.ts'
import { forgetBar, hasHadBar, saysInHead } from '../modules/staff/ui/admin-panel.ts'
import { adminBarStore } from '../ui/admin-bar-slot.ts'

/** Loaded with the first call of a signed-in visitor: the authorisation headers, and the account bar for those who have one. */

export { headers, refused } from '../modules/identity/ui/call-session.ts'

const customerTopBar = () => saysInHead('top-bar') !== null

function follow(): void {
  const member = memberStore.get()
  if (member === null) return
  if (barOf(member, { customerTopBar: customerTopBar() }) === null) return leaveNoRoom()
  void import('../modules/staff/ui/admin-bar.tsx').then(({ default: Bar }) => adminBarStore.set({ Bar }))
}
memberStore.subscribe(follow)
follow()

/** Staff have worked in this browser, and now a customer does: the page has reserved space for a bar that does not come. */
function leaveNoRoom(): void {
  forgetBar()
  delete document.documentElement.dataset['toolbar']
}

afterSignIn.run = () => import('../modules/compare/ui/compare-list.ts').then((list) => list.joinAccount())

// The session could not be verified on a page with a bar: the visitor has to log in again (STAFF-18). A network error does not count.
memberFailure.reported = (status) => {
  if (status <= 0 || !(customerTopBar() || hasHadBar())) return
  logOutHere()
  window.location.assign(
    `${loginRoute}?returnUrl=${encodeURIComponent(window.location.pathname + window.location.search)}`,
  )
}
