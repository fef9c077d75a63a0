import { useEffect, useState, type FormEvent } from 'react'
import { shortDay } from '../../../../platform/calendar.ts'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import { useStore } from '../../../../ui/browser/store.ts'
import { productPath } from '../../../catalogue/catalogue.ts'
import { chargeOf } from '../../../delivery/delivery.ts'
import { choosePlace, placeStore, type Place } from '../../../geo/ui/place.ts'
import { PlacePicker } from '../../../geo/ui/place-picker.tsx'
import { formatPrice } from '../../../pricing/pricing.ts'
import type { CheckedProduct } from '../../page-blocks.ts'

type Dates = ApiCall<'GET', '/api/v2/delivery/dates'>['answer']

/** So many days are enough to see how soon, and what a later one saves. */
const shownDays = 4

/** The suburb and the answer to it. Loaded on first use. */
export default function LiveDeliveryCheck({
  product,
  typed,
  takesFocus,
}: {
  readonly product: CheckedProduct
  /** What was typed before this had loaded. */
  readonly typed: string
  readonly takesFocus: boolean
}) {
  const place = useStore(placeStore)
  const [text, setText] = useState(typed)
  const [problem, setProblem] = useState<string | null>(null)
  const [isChanging, setIsChanging] = useState(false)

  async function pick(localityId: string, address: string): Promise<void> {
    setText(address)
    const failed = await choosePlace(localityId)
    setProblem(failed)
    if (failed === null) setIsChanging(false)
  }

  /** Without a choice from the list: a text that means one place is that place. */
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const term = text.trim()
    if (term.length < 2) return setProblem('Enter a suburb or a postcode, for example 2010.')
    const found = await callApi('GET', '/api/locality/:term', { params: { term } })
    if (!found.ok) return setProblem(found.message)
    const [first] = found.value
    if (first === undefined) return setProblem('We couldn’t find that suburb. Check the spelling or try the postcode.')
    if (found.value.length > 1)
      return setProblem(`${found.value.length} suburbs match. Type a little more, and choose yours from the list.`)
    await pick(first._id, first.fullAddress)
  }

  if (place !== null && place.localityId !== null && !isChanging)
    return (
      <NextDays product={product} place={place} localityId={place.localityId} onChange={() => setIsChanging(true)} />
    )
  return (
    <form className="check-form" onSubmit={(event) => void submit(event)} noValidate>
      <PlacePicker
        label="Suburb or postcode"
        placeholder=""
        shortest={2}
        value={text}
        error={problem}
        takesFocus={takesFocus || isChanging}
        onText={(next) => {
          setText(next)
          setProblem(null)
        }}
        onPick={(one) => void pick(one._id, one.fullAddress)}
      />
      <button className="button">Check delivery</button>
    </form>
  )
}

function NextDays({
  product,
  place,
  localityId,
  onChange,
}: {
  readonly product: CheckedProduct
  readonly place: Place
  readonly localityId: string
  readonly onChange: () => void
}) {
  const [answer, setAnswer] = useState<Dates | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { sku } = product
  useEffect(() => {
    setAnswer(null)
    setProblem(null)
    const question = new AbortController()
    void callApi('GET', '/api/v2/delivery/dates', { query: { localityId, sku }, signal: question.signal }).then(
      (found) => {
        if (question.signal.aborted) return
        if (found.ok) setAnswer(found.value)
        else setProblem(found.message)
      },
    )
    return () => question.abort()
  }, [localityId, sku])

  const days = answer?.dates.filter(({ available }) => available).slice(0, shownDays) ?? []
  return (
    <div className="check-answer">
      <p className="check-where">
        <span>
          Next delivery days to <b>{`${place.suburb} ${place.postcode}`}</b>
        </span>
        <button type="button" className="link-button" onClick={onChange}>
          Change<span className="visually-hidden"> suburb</span>
        </button>
      </p>
      <div aria-live="polite">
        {problem !== null && <p role="alert">{problem}</p>}
        {problem === null && answer === null && <p className="skeleton check-days">&nbsp;</p>}
        {answer !== null &&
          (days.length === 0 ? (
            <p>{answer.arranged ?? 'We do not deliver to this suburb yet.'}</p>
          ) : (
            <ol className="check-days">
              {days.map(({ day, price }) => (
                <li key={day}>
                  <time dateTime={day}>{shortDay(day)}</time>
                  <b>{typeof price === 'string' ? price : formatPrice(chargeOf(price))}</b>
                </li>
              ))}
            </ol>
          ))}
      </div>
      <p className="check-for">
        For example <a href={productPath(product.uri)}>{product.title}</a>. Every list and product shows its own days.
      </p>
    </div>
  )
}
