import { Notice } from '../../../ui/display/notice.tsx'
import { IdentityCard } from '../../identity/ui/identity-card.tsx'

/** Shown after an account is closed. */
export function AccountClosedPage() {
  return (
    <IdentityCard title="Your account is closed">
      <Notice kind="success">We have deleted your personal details and emailed you to confirm.</Notice>
      <p>We keep your order records for as long as the law requires, for tax and consumer guarantees.</p>
      <a className="button" href="/">
        Back to the shop
      </a>
    </IdentityCard>
  )
}

/** The link of a reminder: one button, no login, no script. */
export function NoRemindersPage({ isStopped }: { isStopped: boolean | null }) {
  return (
    <IdentityCard title="Stop reminders">
      {isStopped === null ? (
        <form method="post">
          <p>We will stop sending you reminders about your products.</p>
          <button className="button">Stop reminders</button>
        </form>
      ) : isStopped ? (
        <Notice kind="success">Done. You can turn them back on in your account under Privacy.</Notice>
      ) : (
        <Notice kind="error">This link is invalid or has expired.</Notice>
      )}
    </IdentityCard>
  )
}
