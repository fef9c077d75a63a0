import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { useSubmit } from 'react-router'
import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { PlacePicker } from '../../geo/ui/place-picker.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import { holdTexts, totalText, type QuoteChoices, type QuoteView } from '../quotes.ts'
import { QuoteRows } from '../internal/ui/quote-rows.tsx'
import styles from './quote.module.css'

/**
 * What goes into a quote, and what it comes to. One plain form with two buttons: one asks the same page again for the total, the other has
 * the quote made. With script a choice asks by itself.
 */
export function QuoteForm({
  path,
  view,
  choices,
  quantity,
  problems,
  isRefused,
}: {
  path: string
  view: QuoteView
  choices: QuoteChoices
  /** As it was typed; null where the lines are the cart's. */
  quantity: string | null
  problems: FieldMessages
  /** Somebody wanted it made, or asked for its total: what is wrong is said then. */
  isRefused: boolean
}) {
  const submit = useSubmit()
  const ask = (form: HTMLFormElement) => void submit(form, { method: 'get', action: path, preventScrollReset: true })

  function change(event: FormEvent<HTMLFormElement>): void {
    const field = event.target
    if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox'))
      ask(event.currentTarget)
  }

  return (
    <Form
      action={path}
      className={styles.columns}
      onChange={change}
      refused={isRefused ? { typed: {}, problems } : null}
    >
      {(_typed, messages) => (
        <>
          <div className={styles.fields}>
            <PlaceField choices={choices} problem={messages['place']} onPick={ask} />
            {quantity !== null && (
              <Field
                id="quantity"
                name="quantity"
                label="Quantity"
                type="number"
                inputMode="numeric"
                min={1}
                max={99}
                defaultValue={quantity}
                error={messages['quantity']}
              />
            )}
            <DayChoices choices={choices} />
            <LineChoices choices={choices} messages={messages} />
            <ServiceChoices choices={choices} />
            <button className="button button--quiet" formMethod="get" formAction={path}>
              Update the total
            </button>
          </div>
          <QuoteSummary view={view} />
        </>
      )}
    </Form>
  )
}

function DayChoices({ choices }: { choices: QuoteChoices }) {
  if (choices.dates.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>Delivery day</legend>
      {choices.dates.map(({ value, text }) => (
        <label key={value}>
          <input type="radio" name="day" value={value} defaultChecked={(value === 'soonest') === choices.isSoonest} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Warranties and installs beside the lines. */
function LineChoices({ choices, messages }: { choices: QuoteChoices; messages: FieldMessages }) {
  return choices.lines.flatMap(({ productCode, title, groups }) =>
    groups.map(({ field, title: kind, options, chosen }) => {
      const name = `${field}.${productCode}`
      return (
        <fieldset
          key={name}
          className={styles.group}
          aria-describedby={messages[name] === undefined ? undefined : `${name}-error`}
        >
          <legend>{choices.lines.length === 1 ? kind : `${kind} for ${title}`}</legend>
          {messages[name] !== undefined && (
            <p id={`${name}-error`} className={styles.problem}>
              {messages[name]}
            </p>
          )}
          <label>
            <input type="radio" name={name} value="" defaultChecked={chosen === null} /> No thanks
          </label>
          {options.map(({ id, name: option, blurb, price }) => (
            <label key={id}>
              <input type="radio" name={name} value={id} defaultChecked={id === chosen} />
              <span>
                {option} <small>{blurb}</small>
              </span>
              <b>{formatPrice(price)}</b>
            </label>
          ))}
        </fieldset>
      )
    }),
  )
}

function ServiceChoices({ choices }: { choices: QuoteChoices }) {
  if (choices.services.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>Delivery services</legend>
      <input type="hidden" name="service" value="" />
      {choices.services.map(({ sku, title, price, isTicked }) => (
        <label key={sku}>
          <input type="checkbox" name="service" value={sku} defaultChecked={isTicked} />
          <span>{title}</span>
          <b>{formatPrice(price)}</b>
        </label>
      ))}
    </fieldset>
  )
}

/** What the quote comes to so far, and the button that has it made. */
function QuoteSummary({ view }: { view: QuoteView }) {
  return (
    <section className={styles.summary} aria-label="Your quote so far">
      <QuoteRows view={view} />
      <p role="status" className="visually-hidden">
        {totalText(view)}: {formatPrice(view.total)}
      </p>
      {view.messages.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {holdTexts(view).map((text) => (
        <p key={text} className={styles.soft}>
          {text}
        </p>
      ))}
      <SubmitButton className="button button--wide" name="intent" value="make">
        Create quote
      </SubmitButton>
      <p className={styles.soft}>You get a quote number and a link to save, share or print.</p>
    </section>
  )
}

/** Where to. Without script what is typed is looked up when the form is sent, and several places that fit are offered. */
function PlaceField({
  choices,
  problem,
  onPick,
}: {
  choices: QuoteChoices
  problem: string | undefined
  onPick: (form: HTMLFormElement) => void
}) {
  const [text, setText] = useState(choices.place)
  const plain = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<string | null>(null)
  // What the server has made of it counts, as soon as it says something else than before.
  const [answered, setAnswered] = useState(choices.place)
  if (answered !== choices.place) {
    setAnswered(choices.place)
    setText(choices.place)
    setPicked(null)
  }
  // What was typed before there was script.
  useLayoutEffect(() => {
    if (plain.current !== null) setText(plain.current.value)
  }, [])
  const hasScript = useHasScript()
  const isSeveral = choices.places.length > 0 && text === choices.place
  return (
    <div className={styles.fields}>
      {hasScript ? (
        <>
          <PlacePicker
            label="Suburb or postcode"
            placeholder=""
            shortest={2}
            inputId="place"
            value={text}
            error={problem}
            onText={(typed) => {
              setText(typed)
              setPicked(null)
            }}
            onPick={(place) => {
              setText(place.fullAddress)
              setPicked(place._id)
              const form = document.getElementById('place')?.closest('form')
              // The fields have to be of the picked place before they are read.
              if (form instanceof HTMLFormElement) requestAnimationFrame(() => onPick(form))
            }}
          />
          <input type="hidden" name="place" value={text} />
        </>
      ) : (
        <Field
          ref={plain}
          id="place"
          name="place"
          label="Suburb or postcode"
          autoComplete="off"
          maxLength={80}
          defaultValue={choices.place}
          error={problem}
        />
      )}
      {picked !== null && <input type="hidden" name="placeId" value={picked} />}
      {picked !== null && <input type="hidden" name="placeFor" value={text} />}
      {isSeveral && picked === null && (
        <fieldset className={styles.group}>
          <legend>Which one?</legend>
          <input type="hidden" name="placeFor" value={choices.place} />
          {choices.places.map(({ _id, fullAddress }) => (
            <label key={_id}>
              <input type="radio" name="placeId" value={_id} /> <span>{fullAddress}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
