import { Notice } from '../../../ui/display/notice.tsx'
import { IdentityCard } from '../../identity/ui/identity-card.tsx'

/** The link of a mail about lists: one button, no login, no script. */
export function NoMailsPage({ isStopped }: { readonly isStopped: boolean | null }) {
  return (
    <IdentityCard title="Stop emails about your lists">
      {isStopped === null ? (
        <form method="post">
          <p>We will stop emailing you about price drops and stock.</p>
          <button className="button">Stop emails</button>
        </form>
      ) : isStopped ? (
        <Notice kind="success">Done. You can turn them back on for each of your lists.</Notice>
      ) : (
        <Notice kind="error">This link is invalid or has expired.</Notice>
      )}
    </IdentityCard>
  )
}
