import { useId, type ReactNode } from 'react'
import { longDay } from '../../../../../platform/calendar.ts'
import { centsOf } from '../../../../../platform/money.ts'
import { CleanHtml } from '../../../../../ui/display/clean-html.tsx'
import { Notice } from '../../../../../ui/display/notice.tsx'
import { proformaMessage, supplierMessage, supplierTitle } from '../../../../delivery/suppliers.ts'
import { windowText } from '../../../../delivery/delivery-windows.ts'
import { DeliveryWeek } from '../../../../delivery/ui/delivery-week.tsx'
import { formatPrice } from '../../../../pricing/pricing.ts'
import { deliveryTexts, storageTermsPage } from '../../../delivery-plan.ts'
import type { CheckoutFormValues, FormErrors } from '../../../ui/registered-field.ts'
import { AccessFields } from './access-fields.tsx'
import { isServiceTicked, type DeliveryView } from './delivery-view.ts'
import type { Delivery } from './use-delivery.ts'
import page from '../../../ui/checkout-page.module.css'
import styles from './delivery-choices.module.css'

/** The choices in a response on dates: the day, other carriers, requests, and the next steps. */
export default function DeliveryChoices({
  delivery,
  view,
  form,
  errors,
  onUnique,
}: {
  delivery: Delivery
  view: DeliveryView
  form: CheckoutFormValues
  errors: FormErrors
  onUnique: (isTicked: boolean) => void
}) {
  const { ticks, tick } = delivery
  const { state, isArranged } = view
  const { selectedDate, today } = state
  const proforma = proformaMessage(delivery.proformaBrands)
  const showsCalendar = state.showCalendarWithAvailableDates && proforma === null && today !== null
  return (
    <div className={styles.choices}>
      {selectedDate !== null && !isArranged && (
        <p className={styles.chosen} aria-live="polite">
          {longDay(selectedDate)} · <b>{formatPrice(state.selectedShippingCost)}</b>
        </p>
      )}
      {state.showUniqueDeliveryRequirements && (
        <Tick isTicked={ticks.unique} onTick={onUnique}>
          {deliveryTexts.unique}
        </Tick>
      )}
      {proforma !== null && <Notice kind="info">{proforma}</Notice>}
      {view.isUnique && <p className={page.soft}>We will call you to arrange the day and the delivery cost.</p>}
      {showsCalendar && (
        <DeliveryWeek
          dates={state.rawDates}
          today={today}
          selected={selectedDate}
          onSelect={delivery.select}
          labelledBy="deliveryDate"
        />
      )}
      {view.windows.length > 0 && (
        <fieldset className={styles.windows}>
          <legend>Time</legend>
          {[null, ...view.windows].map((window) => (
            <label key={window} className={page.tick}>
              <input
                type="radio"
                name="delivery-window"
                checked={view.window === window}
                onChange={() => delivery.selectWindow(window)}
              />{' '}
              {window === null ? 'Any time' : windowText(window)}
            </label>
          ))}
        </fieldset>
      )}
      {view.asksForStorage && <StorageFee delivery={delivery} errors={errors} />}
      {view.suppliers.map(({ key, day, price }) => (
        <p key={key} className={styles.notice}>
          <b>{supplierTitle(key)}</b> delivers its items directly, from {longDay(day)} · <b>{formatPrice(price)}</b>
        </p>
      ))}
      {state.supplierErrors.map(({ supplier, message }) => (
        <Notice key={supplier} kind="error">
          {message}
        </Notice>
      ))}
      <Tick
        isTicked={state.requestedDeliveryContact}
        // There is no day yet, so the shop has to call.
        isFixed={isArranged}
        onTick={(contact) => tick({ contact })}
      >
        {deliveryTexts.contact}
      </Tick>
      {state.showNotifyIfAvailableSooner && (
        <Tick isTicked={ticks.earlier} onTick={(earlier) => tick({ earlier })}>
          {deliveryTexts.earlier}
        </Tick>
      )}
      {state.showInstallationContact && (
        <Tick isTicked={ticks.installation} onTick={(installation) => tick({ installation })}>
          {deliveryTexts.installation}
        </Tick>
      )}
      {view.isOurs && <AccessFields form={form} />}
      <NextSteps delivery={delivery} view={view} />
    </div>
  )
}

function Tick({
  isTicked,
  isFixed = false,
  onTick,
  children,
}: {
  isTicked: boolean
  isFixed?: boolean
  onTick: (isTicked: boolean) => void
  children: ReactNode
}) {
  return (
    <label className={page.tick}>
      <input type="checkbox" checked={isTicked} disabled={isFixed} onChange={(event) => onTick(event.target.checked)} />{' '}
      <span>{children}</span>
    </label>
  )
}

/** Required while the chosen date is after the free storage days (FEE-01, FEE-08). */
function StorageFee({ delivery: { ticks, tick }, errors }: { delivery: Delivery; errors: FormErrors }) {
  const field = 'stockFeeAcknowledged'
  const error = errors.of[field]
  return (
    <div className={styles.storage}>
      <label className={page.tick}>
        <input
          type="checkbox"
          id={field}
          required
          checked={ticks.storage}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${field}-error`}
          onChange={(event) => {
            errors.set(field, null)
            tick({ storage: event.target.checked })
          }}
        />{' '}
        <span>{deliveryTexts.storage}</span>
      </label>
      <a href={storageTermsPage} target="_blank" rel="noopener">
        Storage terms and conditions <span className="visually-hidden">(opens in a new tab)</span>
      </a>
      {error !== undefined && (
        <p id={`${field}-error`} className={page.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The delivery team and its services (DSVC-06 to DSVC-13). */
function NextSteps({ delivery, view }: { delivery: Delivery; view: DeliveryView }) {
  const titleId = useId()
  const { suppliers, state, isOurs } = view
  const listed = state.deliveryServices.filter((one) => !one.hidden)
  if (!isOurs && suppliers.length === 0) return null
  return (
    <section className={styles.next} aria-labelledby={titleId}>
      <h3 id={titleId}>Next steps</h3>
      {isOurs && (
        <p>
          <b>Delivered by our own team</b>
          <br />
          Our team will personally deliver your order to your designated address.
        </p>
      )}
      {suppliers.map(({ key, day }) => (
        <p key={key}>{supplierMessage(key, day)}</p>
      ))}
      {isOurs && suppliers.length > 0 && (
        <p>Your order contains items that will be delivered separately by different teams.</p>
      )}
      {isOurs && listed.length > 0 && (
        <fieldset className={styles.services}>
          <legend>Delivery and installation services</legend>
          {listed.map(({ sku, title, blurb, price }) => (
            <Service
              key={sku}
              title={title}
              blurb={blurb}
              price={formatPrice(centsOf(price))}
              isTicked={isServiceTicked(state, delivery.ticks, sku)}
              onTick={(isTicked) => delivery.tick({ services: { ...delivery.ticks.services, [sku]: isTicked } })}
            />
          ))}
        </fieldset>
      )}
    </section>
  )
}

function Service({
  title,
  blurb,
  price,
  isTicked,
  onTick,
}: {
  title: string
  blurb: string
  /** '$49' or 'FREE'. */
  price: string
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}) {
  const blurbId = useId()
  return (
    <div className={styles.service}>
      <label className={page.tick}>
        <input
          type="checkbox"
          checked={isTicked}
          aria-describedby={blurbId}
          onChange={(event) => onTick(event.target.checked)}
        />{' '}
        <span>{title}</span> <b className="tabular">{price}</b>
      </label>
      <div id={blurbId}>
        <CleanHtml html={blurb} className={styles.blurb} />
      </div>
    </div>
  )
}
