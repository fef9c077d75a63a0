import { consentWords } from '../../content/forms/consents.ts'
import type { Country } from '../../../brands/apps.ts'
import { messagesIn, type Refused } from '../../../platform/forms/typed-form.ts'
import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TitledForm } from '../../../ui/forms/titled-form.tsx'
import { productPath } from '../../catalogue/catalogue.ts'
import { storePath } from '../../stores/stores.ts'
import {
  availabilities,
  cookingDemoTypes,
  demoLimits,
  demosPath,
  demoTexts,
  readBooking,
  readWaiting,
  type CookingDemoDetail,
} from '../events.ts'
import { placeText, whenText } from '../internal/when.ts'
import { DemoFacts } from './demos-page.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './demo-page.module.css'
import { countText } from '../../../platform/text/count-text.ts'

export type DemoView = {
  readonly demo: CookingDemoDetail
  readonly isPast: boolean
  readonly country: Country
  readonly companyName: string
  /** For links that call the store. */
  readonly phoneHref: string
}

/** The result of one of the page's forms. */
export type Done =
  | { readonly kind: 'booked'; readonly reference: string; readonly guests: number }
  | { readonly kind: 'waits'; readonly position: number }

/** One demo and the one form that fits its seats (decision events-01). */
export function DemoPage({ view, refused, done }: { view: DemoView; refused: Refused | null; done: Done | null }) {
  const { demo, companyName } = view
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>{demo.title}</h1>
        <p className={styles.when}>
          <time dateTime={demo.startDateTime}>{whenText(demo)}</time>
        </p>
        <DemoFacts demo={demo} />
      </header>
      <div className={styles.columns}>
        <div className={styles.about}>
          {demo.images.map((image) => (
            <Picture key={image.src} src={image.src} alt={image.alt} width={640} height={400} loading="eager" />
          ))}
          <p className={styles.summary}>{demo.summary}</p>
          <CleanHtml html={demo.description} className={styles.text} />
          <dl className={styles.facts}>
            <dt>Where</dt>
            <dd>
              <a href={storePath(demo.storeUri)}>
                {companyName} {demo.storeName}
              </a>
              , {placeText(demo)}
            </dd>
            {demo.presenter !== null && (
              <>
                <dt>Presented by</dt>
                <dd>{demo.presenter}</dd>
              </>
            )}
            {demo.products.length > 0 && (
              <>
                <dt>Cooked with</dt>
                <dd>
                  <ul>
                    {demo.products.map((product) => (
                      <li key={product.sku}>
                        <a href={productPath(product.uri)}>{product.title}</a>
                      </li>
                    ))}
                  </ul>
                </dd>
              </>
            )}
          </dl>
          <p>
            <a href={demosPath()}>More cooking demos</a>
          </p>
        </div>
        <section className={styles.seats} aria-label="Seats">
          {done === null ? <Seats view={view} refused={refused} /> : <Thanks done={done} />}
        </section>
      </div>
    </div>
  )
}

function Thanks({ done }: { done: Done }) {
  return done.kind === 'booked' ? (
    <Notice kind="success">
      <p>
        {done.guests === 1 ? 'Your seat is' : `Your ${countText(done.guests, 'seat')} are`} booked. Your reference is{' '}
        <b>{done.reference}</b>.
      </p>
      <p>We have emailed it to you with a calendar invitation and a link to change or cancel.</p>
    </Notice>
  ) : (
    <Notice kind="success">
      <p>
        You are number <b>{done.position}</b> on the wait list. We will email you when seats become available.
      </p>
    </Notice>
  )
}

function Seats({ view, refused }: { view: DemoView; refused: Refused | null }) {
  const { demo } = view
  if (view.isPast) return <Notice kind="info">{demoTexts.past}</Notice>
  if (demo.availability === availabilities.ContactStore)
    return (
      <>
        <h2>Book by phone</h2>
        <p>{demoTexts.contactStore}</p>
        <p>
          <a className="button" href={view.phoneHref}>
            Call {demo.address.phone}
          </a>
        </p>
      </>
    )
  return demo.availability === availabilities.WaitList ? (
    <>
      <p>{demoTexts.full} Leave your details and we will email you when seats become available.</p>
      <WaitForm view={view} refused={refused} />
    </>
  ) : (
    <>
      <p>
        {countText(demo.seatsRemaining, 'seat')} of {demo.capacity} left.
      </p>
      <BookingForm view={view} refused={refused} />
    </>
  )
}

function factsOf({ demo, country }: DemoView) {
  return { country, maxGuests: demo.maxGuestsPerBooking, cookingDemoType: demo.cookingDemoType }
}

function BookingForm({ view, refused }: { view: DemoView; refused: Refused | null }) {
  const { demo } = view
  const mustHaveBought = demo.cookingDemoType === cookingDemoTypes.PostPurchaseOnly
  return (
    <TitledForm
      refused={refused}
      check={(typed) => messagesIn(readBooking(typed, factsOf(view)))}
      title="Book your seats"
      button="Book"
    >
      {(typed, problems) => (
        <>
          <input type="hidden" name="intent" value="book" />
          <PersonFields
            typed={typed}
            problems={problems}
            max={Math.min(demo.maxGuestsPerBooking, demo.seatsRemaining)}
          />
          <Field
            id="orderNumber"
            name="orderNumber"
            label={mustHaveBought ? 'Order number' : 'Order number (optional)'}
            maxLength={demoLimits.orderNumber}
            defaultValue={typed['orderNumber']}
            error={problems['orderNumber']}
            required={mustHaveBought}
          />
          <TextArea
            id="dietaryRequirements"
            name="dietaryRequirements"
            label="Dietary requirements (optional)"
            maxLength={demoLimits.dietaryRequirements}
            defaultValue={typed['dietaryRequirements']}
            error={problems['dietaryRequirements']}
          />
          <label className={styles.tick}>
            <input type="checkbox" name="newsletter" defaultChecked={typed['newsletter'] === 'on'} />
            {consentWords['cooking-demo']}
          </label>
        </>
      )}
    </TitledForm>
  )
}

function WaitForm({ view, refused }: { view: DemoView; refused: Refused | null }) {
  return (
    <TitledForm
      refused={refused}
      check={(typed) => messagesIn(readWaiting(typed, factsOf(view)))}
      title="Join the wait list"
      button="Join the wait list"
    >
      {(typed, problems) => (
        <>
          <input type="hidden" name="intent" value="wait" />
          <PersonFields typed={typed} problems={problems} max={view.demo.maxGuestsPerBooking} />
          <TextArea
            id="message"
            name="message"
            label="Message (optional)"
            maxLength={demoLimits.message}
            defaultValue={typed['message']}
            error={problems['message']}
          />
        </>
      )}
    </TitledForm>
  )
}

function PersonFields({
  typed,
  problems,
  max,
}: {
  typed: Refused['typed']
  problems: Refused['problems']
  max: number
}) {
  const of = (name: 'firstName' | 'lastName' | 'email' | 'phone') => ({
    id: name,
    name,
    maxLength: demoLimits[name],
    defaultValue: typed[name],
    error: problems[name],
    required: true,
  })
  return (
    <>
      <Field {...of('firstName')} label="First name" autoComplete="given-name" />
      <Field {...of('lastName')} label="Last name" autoComplete="family-name" />
      <Field {...of('email')} label="Email" type="email" autoComplete="email" />
      <Field {...of('phone')} label="Phone" type="tel" autoComplete="tel" />
      <div className={styles.choice}>
        <label htmlFor="guests">Seats, including yours</label>
        <select
          id="guests"
          name="guests"
          defaultValue={typed['guests'] ?? '1'}
          aria-invalid={problems['guests'] === undefined ? undefined : true}
          aria-describedby={problems['guests'] === undefined ? undefined : 'guests-error'}
        >
          {Array.from({ length: max }, (_, at) => (
            <option key={at}>{at + 1}</option>
          ))}
        </select>
        {problems['guests'] !== undefined && (
          <p id="guests-error" className={styles.error}>
            {problems['guests']}
          </p>
        )}
      </div>
    </>
  )
}
