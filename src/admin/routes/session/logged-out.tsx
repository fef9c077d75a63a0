import { PlainPage } from '../../ui/layout/problem-page.tsx'

/** Shown after logging out; it needs no session. */
export default function LoggedOut() {
  return (
    <PlainPage>
      <title>Logged out – Back office</title>
      <h1>You are logged out of the back office</h1>
      <p>
        You can close this page. To come back, log in to one of the shops and choose ‘Back office’ in the toolbar. To
        end your sign-in at the shop as well, log out there.
      </p>
    </PlainPage>
  )
}
