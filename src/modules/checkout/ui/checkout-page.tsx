import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { centsOf, dollarsOf } from '../../../platform/money.ts'
import type { Day } from '../../../platform/calendar.ts'
import { callApi } from '../../../ui/api.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useStore } from '../../../ui/store.ts'
import { useHasScript } from '../../../ui/use-has-script.ts'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import type { WireCart } from '../../cart/cart.ts'
import { cartStore, loadCart } from '../../cart/ui/cart-state.ts'
import type { Site } from '../../navigation/site.ts'
import { cardCheck, cardFaults } from '../../payments/card.ts'
import { paymentMethodNumbers, paymentOptions } from '../../payments/payments.ts'
import {
  checkoutFaults,
  emailProblem,
  firstSubmitProblem,
  orderTotal,
  submitTexts,
  type CheckoutForm,
  type FormFault,
} from '../checkout.ts'
import { isEligible } from '../../pricing/instalments.ts'
import { AddressFields, ContactFields, SpecialBrandTick, type FieldErrors } from './checkout-fields.tsx'
import { CheckoutHeader } from './checkout-header.tsx'
import { emptyAddress, emptyValues, focusFault, formOf, type CheckoutValues } from './checkout-values.ts'
import { DeliverySection } from './delivery-section.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { OrderSummary } from './order-summary.tsx'
import { emptyCard, PaymentPanel, thisMonth, type PaymentChoice } from './payment-panel.tsx'
import { clearSession, readSession, saveSession } from './saved-session.ts'
import { browserInfo, encryptFor, orderBody, postForm, problemOf, sendOrder } from './submit-order.ts'
import { useAvailability, type PlaceToDeliver } from './use-availability.ts'
import { usePaymentReturn } from './use-payment-return.ts'
import styles from './checkout-page.module.css'

export type CheckoutPageProps = {
  readonly site: Site
  readonly cart: WireCart
  readonly place: (PlaceToDeliver & { readonly fullAddress: string }) | null
  readonly newsletterDefault: boolean
  readonly asksForPoNumber: boolean
  readonly unavailableText: string
  readonly afterpay: { readonly minimum: number; readonly maximum: number } | null
  readonly encryptionKeys: Readonly<Record<string, string>>
}

type Banner = { readonly message: string; readonly faults: readonly FormFault[] }

/** One page: you, delivery, payment, and the summary that always shows the total. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { site } = props
  const hasScript = useHasScript()
  const live = useStore(cartStore).cart
  const cart = live ?? props.cart
  const back = usePaymentReturn(site.supportNumber)
  const form = useForm<CheckoutValues>({ defaultValues: emptyValues(props), mode: 'onSubmit', shouldFocusError: false })
  const { getValues, watch, reset } = form
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({})
  const [payment, setPayment] = useState<PaymentChoice>('card')
  const [card, setCard] = useState(emptyCard)
  const [cardErrors, setCardErrors] = useState<Record<string, string>>({})
  const [banner, setBanner] = useState<Banner | null>(null)
  const [isSending, setIsSending] = useState(false)
  const sending = useRef(false)
  const isDone = useRef(false)
  const attemptKey = useRef('')
  const dates = useAvailability(null)
  const { ask, forget } = dates
  const isReady = useRef(false)

  const cartTotal = centsOf(cart.orderTotal)
  const total = orderTotal({ cart: cartTotal, shipping: dates.shipping ?? 0, suppliers: [], services: [] })
  const isFree = cart.products.length > 0 && total === 0
  const facts = { country: site.country, hasSpecialBrand: cart.products.some((line) => isSpecialBrand(line.brand)) }
  const hasAfterpay = isEligible(total, props.afterpay)
  const method: PaymentChoice = payment === 'afterpay' && !hasAfterpay ? 'card' : payment

  // What was typed before a reload or a trip to a provider comes back; else the suburb the visitor chose fills the first place.
  useEffect(() => {
    if (isReady.current) return
    isReady.current = true
    const kept = readSession(cart.cartId, Date.now())
    if (kept !== null) {
      reset({
        ...emptyValues(props),
        email: kept.guestEmail.email,
        newsletter: kept.isOptingIntoNewsletter,
        phoneNumber: kept.phoneNumber,
        delivery: { ...kept.deliveryAddress, placeText: placeText(kept.deliveryAddress, props.place?.fullAddress) },
        billingIsSame: kept.isBillingAddressSameAsShipping,
        billing:
          kept.billingAddress === null
            ? emptyValues(props).billing
            : { ...kept.billingAddress, placeText: placeText(kept.billingAddress) },
      })
      setPayment(kept.paymentMethod === paymentMethodNumbers.AfterPay ? 'afterpay' : 'card')
      dates.select(kept.selectedDate)
    }
    const { suburb, postcode } = getValues('delivery')
    if (suburb !== '' && postcode !== '' && cart.products.length > 0) void askForDates()
    // What was there at the start decides; `isReady` keeps it to one run.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // Another cart has other dates and prices: a code may make delivery free, a line may come later (DLV-26, DLV-28).
  const cartKey = `${cart.couponCode}|${cart.products.map((line) => `${line.productCode}:${line.quantity}`).join()}`
  const askedWith = useRef(cartKey)
  useEffect(() => {
    if (askedWith.current === cartKey) return
    askedWith.current = cartKey
    if (getValues('delivery').postcode !== '') void askForDates()
    // A cart is asked for once: `cartKey` says when it is another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ask, cartKey, getValues])

  // The address is kept with the cart when typing has paused; a coupon may be used up for it, so the cart is read again then.
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined
    const watching = watch(({ email = '' }, { name }) => {
      if (name !== 'email') return
      clearTimeout(pause)
      if (email.length > 1) pause = setTimeout(() => void keepEmail(email), 400)
    })
    return () => {
      clearTimeout(pause)
      watching.unsubscribe()
    }
  }, [watch])

  // Every change is kept; card fields are no part of the form's values.
  useEffect(() => {
    const keep = () => {
      const values = getValues()
      const { poNumber: _never, ...typed } = formOf(values)
      saveSession(
        {
          cartId: cart.cartId,
          guestEmail: { email: values.email, isValid: emailProblem(values.email) === null },
          isOptingIntoNewsletter: values.newsletter,
          phoneNumber: typed.phoneNumber,
          deliveryAddress: typed.deliveryAddress,
          isBillingAddressSameAsShipping: values.billingIsSame,
          billingAddress: typed.billingAddress,
          selectedDate: dates.selected,
          paymentMethod: paymentMethodNumbers[method === 'afterpay' ? 'AfterPay' : 'CreditCard'],
        },
        Date.now(),
      )
    }
    keep()
    const watching = watch(keep)
    return () => watching.unsubscribe()
  }, [cart.cartId, dates.selected, getValues, method, watch])

  useEffect(() => {
    if (!site.warnsWhenLeavingCheckout) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!isDone.current && form.formState.isDirty) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [form.formState.isDirty, site.warnsWhenLeavingCheckout])

  const errors: FieldErrors = {
    of: fieldErrors,
    check(field) {
      const fault = checkoutFaults(formOf(getValues()), facts).find((one) => one.field === field)
      if (fault !== undefined) errors.set(field, fault.message)
    },
    set(field, text) {
      setFieldErrors(({ [field]: _gone, ...rest }) => (text === null ? rest : { ...rest, [field]: text }))
    },
  }

  function show(problem: Banner): void {
    setFieldErrors(Object.fromEntries(problem.faults.map((fault) => [fault.field, fault.message])))
    setBanner(problem)
    requestAnimationFrame(() => document.getElementById('checkout-problem')?.focus())
  }

  function placed(cartId: string): void {
    isDone.current = true
    clearSession()
    location.assign(`/customer/confirmation?id=${cartId}`)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // State would be too late for the second click of a double click.
    if (sending.current) return
    const values = getValues()
    const checked: CheckoutForm = formOf(values)
    const problem = firstSubmitProblem({
      form: checked,
      facts,
      hasDeliveryDate: dates.selected !== null,
      hasSupplierDates: false,
    })
    const isCard = method === 'card' && !isFree
    const today = thisMonth()
    const faultsOfCard = isCard ? cardFaults(card, today) : []
    setCardErrors(Object.fromEntries(faultsOfCard.map((fault) => [fault.field, fault.message])))
    if (problem !== null) return show(problem)
    const cardProblem = isCard ? cardCheck(card, today) : null
    if (cardProblem !== null) {
      return show({
        message: cardProblem,
        faults: faultsOfCard.map((fault) => ({ field: `card.${fault.field}`, message: fault.message })),
      })
    }

    sending.current = true
    setIsSending(true)
    setBanner(null)
    attemptKey.current = crypto.randomUUID()
    try {
      const answer = await sendOrder(
        {
          ...bodyOf(values, dates.selected),
          expectedTotal: dollarsOf(total),
          ...(method === 'card' ? {} : { selectedPaymentOption: paymentOptions[method] }),
          ...(isCard
            ? {
                encryptedValues: await encryptFor(props.encryptionKeys, card),
                cardHolderName: card.nameOnCard.trim(),
                browserInfo: browserInfo(),
              }
            : {}),
        },
        attemptKey.current,
      )
      if (answer.ok) {
        const { orderCompleted, secure3DResponse, redirectUrl, cartId } = answer.value
        if (orderCompleted) return placed(cartId)
        isDone.current = true
        if (secure3DResponse !== null) return postForm(secure3DResponse)
        if (redirectUrl !== null) return location.assign(redirectUrl)
      } else {
        const found = problemOf(answer, site.supportNumber)
        show({ message: found.message, faults: found.fields })
        if (found.isStale) await loadCart()
        if (found.dateIsGone || found.isStale) await askForDates()
        // A refusal shows before the form can be sent again with the same click (CHK-37).
        if (answer.status === 400) await new Promise((done) => setTimeout(done, 500))
      }
    } catch {
      show({ message: submitTexts.fallback, faults: [] })
    }
    setIsSending(false)
    sending.current = false
  }

  if (back.isWorking) {
    return (
      <Shell site={site}>
        <p className={styles.waiting} role="status">
          Finishing your payment …
        </p>
      </Shell>
    )
  }
  if (cart.products.length === 0) {
    return (
      <Shell site={site}>
        <div className={styles.waiting}>
          <h1>Checkout</h1>
          <p>Your cart is empty</p>
          <p>
            <a className="button" href="/">
              Continue shopping
            </a>
          </p>
        </div>
      </Shell>
    )
  }

  const message = banner?.message ?? back.message
  // What is typed before the script has taken over would be lost, and a button pressed then would send the form past us.
  const isLocked = isSending || !hasScript
  const faults = banner?.faults.filter((fault) => !fault.field.startsWith('deliveryDate')) ?? []
  return (
    <Shell site={site}>
      {site.warnsWhenLeavingCheckout && (
        <LeaveGuard
          isArmed={() => !isDone.current && form.formState.isDirty}
          onLeave={() => {
            isDone.current = true
          }}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <h1>Checkout</h1>
          <noscript>
            <Notice kind="error">
              Your card is encrypted in your browser, and that takes JavaScript. Turn it on, or call{' '}
              {site.supportNumber} to order by phone.
            </Notice>
          </noscript>
          {message !== null && (
            <Notice kind="error" id="checkout-problem">
              {message}
              {faults.length > 0 && (
                <ul className={styles.faults}>
                  {faults.map((fault) => (
                    <li key={fault.field}>
                      <a
                        href={`#${fault.field}`}
                        onClick={(event) => {
                          event.preventDefault()
                          focusFault(fault.field)
                        }}
                      >
                        {fault.message}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </Notice>
          )}
          <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isSending}>
            <fieldset disabled={isLocked} className={styles.groups}>
              <ContactFields
                form={form}
                country={site.country}
                asksForPoNumber={props.asksForPoNumber}
                errors={errors}
              />
              <section className={styles.group} aria-labelledby="checkout-address">
                <h2 id="checkout-address">Delivery</h2>
                <AddressFields
                  form={form}
                  at="delivery"
                  country={site.country}
                  facts={facts}
                  errors={errors}
                  onPlace={(place) => {
                    setBanner(null)
                    if (place === null) forget()
                    else void askForDates()
                  }}
                />
                <label className={styles.tick}>
                  <input
                    type="checkbox"
                    {...form.register('billingIsSame', { onChange: () => form.setValue('billing', emptyAddress) })}
                  />{' '}
                  Billing address is the same as delivery address
                </label>
                {!watch('billingIsSame') && (
                  <AddressFields
                    form={form}
                    at="billing"
                    country={site.country}
                    facts={facts}
                    errors={errors}
                    onPlace={() => {}}
                  />
                )}
                {facts.hasSpecialBrand && (
                  <SpecialBrandTick form={form} companyName={site.companyName} errors={errors} />
                )}
                <DeliverySection form={form} dates={dates} unavailableText={props.unavailableText} />
              </section>
            </fieldset>
          </form>
        </div>
        <OrderSummary
          cart={cart}
          shipping={dates.shipping}
          isToday={dates.availability.status === 'ready' && dates.selected === dates.availability.today}
          total={total}
          showsSale={site.showsSaleAtCheckout}
        />
        <form className={styles.pay} onSubmit={(event) => void submit(event)} noValidate aria-busy={isSending}>
          <fieldset disabled={isLocked} className={styles.groups}>
            <PaymentPanel
              choice={method}
              onChoose={(next) => {
                setPayment(next)
                setBanner(null)
              }}
              hasAfterpay={hasAfterpay}
              total={total}
              isFree={isFree}
              card={card}
              errors={cardErrors}
              onCard={(field, value) => {
                setCard((now) => ({ ...now, [field]: value }))
                setCardErrors(({ [field]: _gone, ...rest }) => rest)
              }}
              onCardError={(field, text) => setCardErrors((now) => ({ ...now, [field]: text }))}
              canTakeCards={Object.keys(props.encryptionKeys).length > 0}
              supportNumber={site.supportNumber}
            />
            <button className={`button button--wide ${styles.place}`} disabled={isLocked}>
              {isSending ? 'Processing...' : 'Place order'}
            </button>
          </fieldset>
        </form>
      </div>
    </Shell>
  )

  /** A place that is not served has to be chosen anew (CERR-05). */
  async function askForDates(): Promise<void> {
    if ((await ask(bodyOf(getValues()))) === 'served') return
    form.setValue('delivery', { ...getValues('delivery'), suburb: '', state: '', postcode: '', placeText: '' })
  }

  function bodyOf(values: CheckoutValues, deliversOn: Day | null = null) {
    return orderBody({
      cart,
      form: formOf(values),
      country: site.country,
      newsletter: values.newsletter,
      deliversOn,
      wantsContact: values.requestedDeliveryContact,
    })
  }
}

async function keepEmail(email: string): Promise<void> {
  if (emailProblem(email) !== null) return
  const answer = await callApi('POST', '/api/cart/email', { email })
  if (answer.ok && cartStore.get().cart?.couponCode != null) await loadCart()
}

function Shell({ site, children }: { site: Site; children: ReactNode }) {
  return (
    <>
      <CheckoutHeader site={site} />
      <main id="content" className="page">
        {children}
      </main>
    </>
  )
}

function placeText(address: { suburb: string; state: string; postcode: string }, known?: string): string {
  if (address.suburb === '') return known ?? ''
  return address.state === ''
    ? `${address.suburb} ${address.postcode}`
    : `${address.postcode} ${address.suburb}, ${address.state}`
}
