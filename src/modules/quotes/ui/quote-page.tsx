import { useState } from 'react'
import { longDay, plainDay } from '../../../platform/calendar.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { changeText, holdTexts, quoteEmailText, quotePath, quotePdfPath, type MadeQuote } from '../quotes.ts'
import { QuoteRows } from '../internal/ui/quote-rows.tsx'
import styles from './quote.module.css'

/** What the link of a shopper's quote shows, to whoever has it. */
export function QuotePage({
  quote,
  token,
  link,
  supportNumber,
  wasMailed,
  refused,
}: {
  quote: MadeQuote
  token: string
  /** The whole address of this page. */
  link: string
  supportNumber: string
  wasMailed: boolean
  /** What was refused: of the cart, or of the mail with the address as it was typed. */
  refused: { readonly problem: string; readonly email?: string | undefined } | null
}) {
  const path = quotePath(token)
  const change = changeText(quote)
  const isLess = quote.gone.length > 0 || quote.lines.some((line) => line.problem !== null)
  return (
    <div className={`page ${styles.page} ${styles.made}`}>
      <h1>Your quote</h1>
      {refused !== null && refused.email === undefined && <Notice kind="error">{refused.problem}</Notice>}
      {wasMailed && <Notice kind="success">We have emailed the quote to the address you entered.</Notice>}
      <p className={styles.number}>
        Quote <b>{quote.number}</b>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Created on</dt>
          <dd>{plainDay(quote.madeOn)}</dd>
        </div>
        <div>
          <dt>Delivered to</dt>
          <dd>{quote.place ?? 'an unknown location'}</dd>
        </div>
      </dl>
      {change !== null && <Notice kind="info">{change}</Notice>}
      {[...quote.problems, ...quote.messages].map((text) => (
        <Notice key={text} kind="info">
          {text}
        </Notice>
      ))}
      <QuoteRows view={quote} />
      {[...holdTexts(quote), `The link works until ${longDay(quote.linkUntil)}.`].map((text) => (
        <p key={text} className={styles.soft}>
          {text}
        </p>
      ))}
      <p className={styles.soft}>
        Give us this number when you call {supportNumber} and our team can pick up your quote from there.
      </p>
      <div className={`no-print ${styles.actions}`}>
        {quote.lines.some((line) => line.problem === null) ? (
          <form method="post" action={path} className={styles.fields}>
            {isLess && <p>Items that are no longer available, or not in this quantity, will be left out.</p>}
            <button className="button button--wide" name="intent" value="take">
              Add to my cart
            </button>
          </form>
        ) : (
          <p>
            <a className="button" href="/products">
              See all products
            </a>
          </p>
        )}
        <LinkField link={link} />
        <MailForm path={path} refused={refused?.email === undefined ? null : { ...refused, email: refused.email }} />
        <p className={styles.soft}>We use the address for this email only.</p>
        <div className={styles.buttons}>
          <a className="button button--quiet" href={quotePdfPath(token)} data-reload="">
            Download as PDF
          </a>
        </div>
      </div>
    </div>
  )
}

function MailForm({
  path,
  refused,
}: {
  path: string
  refused: { readonly problem: string; readonly email: string } | null
}) {
  return (
    <Form
      id="mail"
      action={`${path}#mail`}
      className={styles.link}
      refused={refused === null ? null : { typed: { email: refused.email }, problems: { email: refused.problem } }}
      check={({ email = '' }) => (isStandardEmail(email.trim()) ? {} : { email: quoteEmailText })}
    >
      {({ email }, problems) => (
        <>
          <Field
            id="email"
            name="email"
            label="Email it to"
            type="email"
            maxLength={254}
            autoComplete="email"
            defaultValue={email}
            error={problems['email']}
          />
          <SubmitButton className="button button--quiet" name="intent" value="mail">
            Send
          </SubmitButton>
        </>
      )}
    </Form>
  )
}

/** The address, to be copied by hand, or by a button where there is script. */
function LinkField({ link }: { link: string }) {
  const hasScript = useHasScript()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className={styles.link}>
      <Field id="link" label="Link to this quote" readOnly value={link} onFocus={(event) => event.target.select()} />
      {hasScript && (
        <button
          type="button"
          className="button button--quiet"
          onClick={() => void navigator.clipboard.writeText(link).then(() => setIsCopied(true))}
        >
          Copy
        </button>
      )}
      <p role="status" className={styles.soft}>
        {isCopied ? 'Link copied.' : ''}
      </p>
    </div>
  )
}
