import { Notice } from '../../../ui/display/notice.tsx'
import { IdentityCard } from '../../identity/ui/identity-card.tsx'

/** Where a closed account leads. */
export function AccountClosedPage() {
  return (
    <IdentityCard title="Your account is closed">
      <Notice kind="success">What we held about you is gone. We have emailed you about it.</Notice>
      <p>Your orders are kept for as long as the law asks us to, for tax and for your guarantees.</p>
      <a className="button" href="/">
        To the shop
      </a>
    </IdentityCard>
  )
}

/** The link of a reminder: one button, no login, no script. */
export function NoRemindersPage({ isStopped }: { isStopped: boolean | null }) {
  return (
    <IdentityCard title="No more reminders">
      {isStopped === null ? (
        <form method="post">
          <p>We then send you no more reminders about what you own.</p>
          <button className="button">Send me no more reminders</button>
        </form>
      ) : isStopped ? (
        <Notice kind="success">Done. You can have them again on the privacy page of your account.</Notice>
      ) : (
        <Notice kind="error">This link is invalid or has expired.</Notice>
      )}
    </IdentityCard>
  )
}
