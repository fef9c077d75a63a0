import { Field } from '../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { newsletterPath, newsletterTexts, type Subscription } from '../forms/newsletter.ts'
import styles from './newsletter-pages.module.css'

/** The page behind the footer's newsletter form: a plain form that works without script. */
export function NewsletterPage({
  companyName,
  typed,
  problem,
  isRequested,
}: {
  companyName: string
  typed: string
  problem: string | null
  isRequested: boolean
}) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>News from {companyName}</h1>
      {isRequested ? (
        <Notice kind="success">{newsletterTexts.requested}</Notice>
      ) : (
        <Form
          action={newsletterPath}
          className={styles.form}
          refused={problem === null ? null : { typed: { email: typed }, problems: { email: problem } }}
        >
          {({ email }, problems) => (
            <>
              <p>New products, advice and offers, a few times a month. You can unsubscribe at any time.</p>
              <Field
                id="email"
                name="email"
                type="email"
                label="Email"
                autoComplete="email"
                maxLength={254}
                defaultValue={email}
                error={problems['email']}
                required
              />
              <SubmitButton>Send me the news</SubmitButton>
            </>
          )}
        </Form>
      )}
    </div>
  )
}

/** The link of the mail: a button for yes, later one for no. A link that is only looked at changes nothing. */
export function NewsletterChoicePage({
  subscription,
  isAnswered,
}: {
  subscription: Subscription | null
  isAnswered: boolean
}) {
  if (subscription === null)
    return (
      <div className={`page ${styles.page}`}>
        <h1>Newsletter</h1>
        <Notice kind="error">{newsletterTexts.gone}</Notice>
        <p>
          <a href={newsletterPath}>Ask for a new one</a>
        </p>
      </div>
    )
  const { email, getsNews } = subscription
  return (
    <div className={`page ${styles.page}`}>
      <h1>Newsletter</h1>
      {isAnswered && (
        <Notice kind="success">
          {getsNews ? newsletterTexts.confirmed : newsletterTexts.ended} {email}.
        </Notice>
      )}
      <form method="post" className={styles.form}>
        {!isAnswered && <p>{getsNews ? `You are subscribed as ${email}.` : `Send our news and offers to ${email}?`}</p>}
        <button className={`button ${getsNews ? 'button--quiet' : ''}`} name="answer" value={getsNews ? 'no' : 'yes'}>
          {getsNews ? 'Unsubscribe' : 'Yes, send me the news'}
        </button>
      </form>
    </div>
  )
}
