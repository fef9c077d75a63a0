import { Form } from 'react-router'
import { SubmitButton } from '../controls/button.tsx'
import styles from './panel.module.css'

export type QuoteView = {
  readonly number: string
  readonly about: string
  readonly lines: readonly { readonly title: string; readonly details: readonly string[] }[]
  readonly services: readonly string[]
  readonly remarks: readonly string[]
  readonly totalLabel: string
  readonly total: string
}

/** A quote that a customer comes back with, and its actions. */
export function FoundQuote({ quote, action }: { quote: QuoteView; action: string }) {
  const { number, about, lines, services, remarks, totalLabel, total } = quote
  return (
    <section aria-label={`Quote ${number}`}>
      <h2>{`Quote ${number}`}</h2>
      <p className={styles['soft']}>{about}</p>
      <ul className={styles['entries']}>
        {lines.map(({ title, details }) => (
          <li key={`${title} ${details[0]}`}>
            <strong>{title}</strong>
            {details.map((text) => (
              <small key={text}>{text}</small>
            ))}
          </li>
        ))}
        {services.map((text) => (
          <li key={text}>
            <small>{text}</small>
          </li>
        ))}
      </ul>
      {remarks.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className={styles['total']}>
        {totalLabel} <strong>{total}</strong>
      </p>
      <div className={styles['actions']}>
        <QuoteButton intent="quote-cart" number={number} action={action}>
          Add to current cart
        </QuoteButton>
        <QuoteButton intent="quote-project" number={number} action={action}>
          Create project
        </QuoteButton>
      </div>
    </section>
  )
}

function QuoteButton({
  intent,
  number,
  action,
  children,
}: {
  intent: string
  number: string
  action: string
  children: string
}) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="number" value={number} />
      <SubmitButton look="quiet">{children}</SubmitButton>
    </Form>
  )
}
