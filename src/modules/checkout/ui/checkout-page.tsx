import { lazy, Suspense, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { centsOf, dollarsOf } from '../../../platform/money.ts'
import type { FieldError } from '../../../platform/result.ts'
import { dayIn, tripleOf, type Day } from '../../../platform/calendar.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { useFormValues } from '../../../ui/forms/form-values.ts'
import { FocusedNotice } from '../../../ui/display/focused-notice.tsx'
import { Later } from '../../../ui/display/later.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { timeZoneOf } from '../../../brands/apps.ts'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import type { WireCart } from '../../cart/cart.ts'
import { loadCart } from '../../cart/ui/cart-actions.ts'
import { cartStore } from '../../cart/ui/cart-state.ts'
import { staticNames } from '../../content/content.ts'
import type { Coordinates, MapsAccess } from '../../geo/address-lookup.ts'
import type { Site } from '../../navigation/site.ts'
import { cardCheck, cardFaults } from '../../payments/card.ts'
import { orderFlags, paymentOptions, storeCodeProblem, type PaymentMethod } from '../../payments/payments.ts'
import {
  checkoutFaults,
  emailProblem,
  firstSubmitProblem,
  orderTotal,
  submitTexts,
  type CheckoutForm,
} from '../checkout.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { nothingChosen } from '../internal/checkout-view.ts'
import { isGranted } from '../internal/order-options.ts'
import { nothingKnown, paymentState } from '../internal/payment-state.ts'
import { tipService, type TipOffer } from '../tip.ts'
import { AddressFields, ContactFields, SpecialBrandTick, type FieldErrors } from './checkout-fields.tsx'
import { CheckoutHeader } from '../internal/ui/checkout-header.tsx'
import {
  emptyAddress,
  emptyValues,
  focusFault,
  formOf,
  placeText,
  placeValues,
  type CheckoutValues,
} from './checkout-values.ts'
import { DeliverySection, WithPhone } from '../internal/ui/delivery/delivery-section.tsx'
import type { Known } from '../internal/ui/known-customer.ts'
import { OrderSummary } from '../internal/ui/order-summary.tsx'
import type { Watched } from '../internal/ui/payment/in-store-poll.ts'
import {
  methodInUse,
  methodOfNumber,
  numberOfMethod,
  offeredMethods,
  type Redirects,
} from '../internal/ui/payment/payment-methods.ts'
import { emptyCard, PaymentPanel, thisMonth } from './payment-panel.tsx'
import { clearSession, readSession, saveSession } from '../internal/ui/saved-session.ts'
import { StaticLink } from '../internal/ui/static-link.tsx'
import { orderBody } from '../internal/ui/payment/submit-order.ts'
import type { Tip } from '../internal/ui/delivery/tip-box.tsx'
import type { PlaceToDeliver } from '../internal/ui/delivery/use-availability.ts'
import { useCheckoutView } from '../internal/ui/use-checkout-view.ts'
import { useDelivery, type DeliverySettings } from '../internal/ui/delivery/use-delivery.ts'
import { useDeposit } from '../internal/ui/payment/use-deposit.ts'
import { usePaymentReturn } from '../internal/ui/payment/use-payment-return.ts'
import styles from './checkout-page.module.css'

const DepositField = lazy(() => import('../internal/ui/payment/deposit-field.tsx'))
const InStoreWait = lazy(() => import('../internal/ui/payment/in-store-wait.tsx'))
const LeaveGuard = lazy(() => import('../internal/ui/leave-guard.tsx'))
const TipBox = lazy(() => import('../internal/ui/delivery/tip-box.tsx'))
const StaffPanel = lazy(() => import('../internal/ui/staff-panel.tsx'))

export type CheckoutPageProps = {
  readonly site: Site
  readonly cart: WireCart
  readonly place: (PlaceToDeliver & Coordinates & { readonly fullAddress: string }) | null
  readonly newsletterDefault: boolean
  readonly asksForPoNumber: boolean
  readonly unavailableText: string
  readonly delivery: DeliverySettings
  readonly redirects: Redirects
  /** Whether the shop is paid by card at all. */
  readonly takesCards: boolean
  /** Zip is shown whatever the configuration says (PAY-18). */
  readonly forcesZip: boolean
  readonly encryptionKeys: Readonly<Record<string, string>>
  /** What suggests addresses; null where they are typed. */
  readonly maps: MapsAccess | null
  /** What may be left for the crew; null where nothing is asked for. */
  readonly tip: TipOffer | null
  /** Whether the brand lets the browser keep what is typed (SESS-02). */
  readonly savesSession: boolean
}

type Banner = { readonly message: string; readonly note?: string | null; readonly faults: readonly FieldError[] }

const cardField = ({ field, message }: FieldError): FieldError => ({
  field: `card.${field}`,
  message,
})

/** One page: you, delivery, payment, and the summary that always shows the total. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { site } = props
  const hasScript = useHasScript()
  const live = useStore(cartStore).cart
  const cart = live ?? props.cart
  const back = usePaymentReturn(site.supportNumber)
  const form = useFormValues<CheckoutValues>(() => emptyValues(props))
  const { getValues, watch, reset } = form
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({})
  const [payment, setPayment] = useState<PaymentMethod | null>(null)
  const [storeCode, setStoreCode] = useState('')
  const [storeCodeError, setStoreCodeError] = useState<string | undefined>(undefined)
  /** The payment that a shopper is asked to confirm in their app. */
  const [waitsFor, setWaitsFor] = useState<{ cartId: string; reference: string } | null>(null)
  const [card, setCard] = useState(emptyCard)
  const [cardErrors, setCardErrors] = useState<Record<string, string>>({})
  const [banner, setBanner] = useState<Banner | null>(null)
  const [isSending, setIsSending] = useState(false)
  const sending = useRef(false)
  const isDone = useRef(false)
  const attemptKey = useRef('')
  const delivery = useDelivery(cart, props.delivery)
  const { ask, forget, view: dates } = delivery
  const isReady = useRef(false)
  const isCleared = useRef(false)
  const {
    view,
    load: loadView,
    loadForStore,
  } = useCheckoutView(back.isOver && cart.products.length > 0 ? cart.cartId : null)
  const [staff, setStaff] = useState(nothingChosen)
  const [tip, setTip] = useState<Tip>({ cents: 0, problem: null })
  const [known, setKnown] = useState<Known | null>(null)
  const { deposit, setDeposit, reset: resetDeposit, resetSoon } = useDeposit()
  const options = view?.opts ?? 0
  const showsStaff =
    (view !== null && view.stores.length > 0 && view.salesPeople.length > 0) ||
    isGranted(options, orderFlags.WinningDeliveryServiceOverride)
  const savesSession = props.savesSession && view?.savesSession !== false

  const cartTotal = centsOf(cart.orderTotal)
  const isCarriedAway = staff.cashAndCarry
  /** Dates are on their way, and the total with them: nothing is ordered of which that is not known. */
  const isAsking = delivery.given.calendarIsLoading && !isCarriedAway
  const total = orderTotal({
    cart: cartTotal,
    shipping: isCarriedAway ? 0 : (dates?.state.selectedShippingCost ?? 0),
    suppliers: isCarriedAway ? [] : (dates?.paid.map((one) => one.price) ?? []),
    services: [],
    tip: isCarriedAway ? 0 : tip.cents,
  })
  const { redirects, takesCards, forcesZip } = props
  const methods = offeredMethods({ takesCards, redirects, total, options, forcesZip })
  const method = methodInUse(payment, methods)
  const facts = {
    country: site.country,
    hasSpecialBrand: cart.products.some((line) => isSpecialBrand(line.brand)),
    isOnAccount: method === 'credit-account' && total > 0,
  }
  const takesDeposit = method === 'card' && total > 0 && !facts.hasSpecialBrand
  const paying =
    cart.products.length === 0
      ? nothingKnown
      : paymentState(total, takesDeposit ? deposit.cents : 0, view?.partialPaymentPercentage ?? 0)
  const isFree = paying.isPaymentFree
  const keys = view?.x509EncryptionKeys ?? props.encryptionKeys

  // What was typed before a reload or a trip to a provider comes back; else the suburb the visitor chose fills the first place.
  useEffect(() => {
    if (isReady.current) return
    isReady.current = true
    const kept = props.savesSession ? readSession(cart.cartId, Date.now()) : null
    if (kept !== null) {
      reset({
        ...emptyValues(props),
        email: kept.guestEmail.email,
        newsletter: kept.isOptingIntoNewsletter,
        phoneNumber: kept.phoneNumber,
        delivery: {
          ...kept.deliveryAddress,
          placeText: placeText(kept.deliveryAddress),
          // Wherever it was chosen last, on this page or on another, the visit has one place.
          ...placeValues(props.place),
        },
        billingIsSame: kept.isBillingAddressSameAsShipping,
        billing:
          kept.billingAddress === null
            ? emptyValues(props).billing
            : { ...emptyAddress, ...kept.billingAddress, placeText: placeText(kept.billingAddress) },
      })
      setPayment(methodOfNumber(kept.paymentMethod))
      delivery.remember(kept.selectedDate)
    }
    if (mayAsk() && cart.products.length > 0) void askForDates()
    // What was there at the start decides; `isReady` keeps it to one run.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // Whom the shop knows need not say again who they are; and on a screen of the shop's own nothing is kept (decision checkout-23).
  useEffect(() => {
    if (view === null) return
    if (!view.savesSession && !isCleared.current) {
      isCleared.current = true
      clearSession()
      reset(emptyValues(props), { keepDirtyValues: true })
    }
    if (view.customer.email === null) return
    const before = getValues('delivery').postcode
    void import('../internal/ui/known-customer.ts').then(({ fillIn }) => {
      setKnown(fillIn(form, view.customer, facts))
      if (getValues('delivery').postcode !== before) void askForDates()
    })
    // Each view is looked at once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view])

  // A cart that was read again may come to another total (DLV-27).
  useEffect(resetDeposit, [cart, resetDeposit])

  // Wanted by whoever orders, and by nobody before.
  useEffect(
    () =>
      void import('./send-order.ts').then(
        ({ loadFraudCheck }) => loadFraudCheck(),
        () => {},
      ),
    [],
  )

  // Another cart has other dates and prices: a code may make delivery free, a line may come later (DLV-26, DLV-28).
  const cartKey = `${cart.coupon?.code}|${cart.products.map((line) => `${line.productCode}:${line.quantity}`).join()}`
  const askedWith = useRef(cartKey)
  useEffect(() => {
    if (askedWith.current === cartKey) return
    askedWith.current = cartKey
    if (mayAsk()) void askForDates()
    // A cart is asked for once: `cartKey` says when it is another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ask, cartKey, getValues])

  // Where dates wait for the address, its first letter brings them (decision delivery-14).
  useEffect(() => {
    if (props.delivery.asksOnLoad) return
    const watching = watch((_values, { name }) => {
      if (name === 'delivery.address' && delivery.isIdle() && mayAsk()) void askForDates()
    })
    return () => watching.unsubscribe()
    // Only the cart's id and the values of the form are sent, and those are read when it happens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [watch])

  // The address is kept with the cart when typing has paused; a coupon may be used up for it, so the cart is read again then.
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined
    const watching = watch(({ email }, { name }) => {
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
    if (!savesSession) return
    const keep = () => {
      const values = getValues()
      const { poNumber: _never, ...typed } = formOf(values)
      const { requestedDeliveryContact: _tick, ...kept } = delivery.given
      saveSession(
        {
          cartId: cart.cartId,
          guestEmail: { email: values.email, isValid: emailProblem(values.email) === null },
          isOptingIntoNewsletter: values.newsletter,
          phoneNumber: typed.phoneNumber,
          deliveryAddress: typed.deliveryAddress,
          isBillingAddressSameAsShipping: values.billingIsSame,
          billingAddress: typed.billingAddress,
          selectedDate: delivery.given.selectedDate,
          availability: kept,
          paymentMethod: numberOfMethod(method),
        },
        Date.now(),
      )
    }
    keep()
    const watching = watch(keep)
    return () => watching.unsubscribe()
  }, [cart.cartId, delivery.given, getValues, method, savesSession, watch])

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
    locked: lockedNow(known, staff.cashAndCarry),
    check(field) {
      const fault = checkoutFaults(formOf(getValues()), facts).find((one) => one.field === field)
      if (fault !== undefined) errors.set(field, fault.message)
    },
    set(field, text) {
      setFieldErrors(({ [field]: _gone, ...rest }) => (text === null ? rest : { ...rest, [field]: text }))
    },
  }

  function placeChanged(place: PlaceToDeliver | null = getValues('delivery')): void {
    setBanner(null)
    resetDeposit()
    if (place === null || place.postcode === '') forget()
    else void askForDates()
  }

  function show(problem: Banner): void {
    setFieldErrors(Object.fromEntries(problem.faults.map((fault) => [fault.field, fault.message])))
    setBanner(problem)
  }

  function placed(cartId: string): void {
    isDone.current = true
    clearSession()
    location.assign(`/customer/confirmation?id=${cartId}`)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // State would be too late for the second click of a double click.
    if (sending.current || isAsking) return
    const values = getValues()
    const checked = sentForm(values)
    const problem = firstSubmitProblem({
      form: checked,
      facts,
      hasDeliveryDate: dates !== null && dates.state.selectedDate !== null,
      hasSupplierDates: dates?.hasSupplierDates ?? false,
      deliveryFaults: isCarriedAway ? [] : (dates?.faults ?? []),
      depositProblem: takesDeposit && deposit.isOn ? deposit.problem : null,
      isCashAndCarry: isCarriedAway,
    })
    const isCard = method === 'card' && !isFree
    const today = thisMonth()
    const faultsOfCard = isCard ? cardFaults(card, today) : []
    setCardErrors(Object.fromEntries(faultsOfCard.map((fault) => [fault.field, fault.message])))
    const codeProblem = method === 'zip-in-store' && !isFree ? storeCodeProblem(storeCode) : null
    setStoreCodeError(codeProblem ?? undefined)
    const others = [
      { field: 'tip', message: isCarriedAway ? null : tip.problem },
      { field: 'devicePaymentCode', message: codeProblem },
    ].filter((one): one is FieldError => one.message !== null)
    const refusal = isCarriedAway ? null : (dates?.refusal ?? null)
    const cardProblem = isCard ? cardCheck(card, today) : null
    const message = problem?.message ?? (others.length > 0 ? submitTexts.form : (refusal ?? cardProblem))
    if (message !== null) {
      if (message === cardProblem)
        void import('./send-order.ts').then(({ reportCard }) => reportCard(message, faultsOfCard[0]?.field, card))
      // Everything that is wrong at once: whoever mends it all should not meet a second list.
      const faults = [...(problem?.faults ?? []), ...others, ...faultsOfCard.map(cardField)]
      return show({ message, note: message === refusal ? null : refusal, faults })
    }

    sending.current = true
    setIsSending(true)
    setBanner(null)
    attemptKey.current = crypto.randomUUID()
    try {
      const { browserInfo, encryptFor, fraudToken, postForm, problemOf, reportPayment, sendOrder } =
        await import('./send-order.ts')
      const answer = await sendOrder(
        {
          ...bodyOf(
            values,
            isCarriedAway
              ? { deliveryDate: tripleOf(dayIn(timeZoneOf[site.country], new Date())) }
              : (dates?.fields ?? {}),
          ),
          expectedTotal: dollarsOf(total),
          fraudCheckToken: await fraudToken(),
          ...(method === 'card' ? {} : { selectedPaymentOption: paymentOptions[method] }),
          ...(method === 'zip-in-store' ? { devicePaymentCode: storeCode } : {}),
          ...(isCard
            ? {
                encryptedValues: await encryptFor(keys, card),
                cardHolderName: card.nameOnCard.trim(),
                browserInfo: browserInfo(),
              }
            : {}),
        },
        attemptKey.current,
      )
      if (answer.ok) {
        const { orderCompleted, secure3DResponse, redirectUrl, cartId, paymentReference } = answer.value
        if (orderCompleted) return placed(cartId)
        if (method === 'zip-in-store' && paymentReference !== null)
          return setWaitsFor({ cartId, reference: paymentReference })
        isDone.current = true
        if (secure3DResponse !== null) return postForm(secure3DResponse)
        if (redirectUrl !== null) return location.assign(redirectUrl)
      } else {
        const found = problemOf(answer, site.supportNumber)
        reportPayment(answer, method)
        show({ message: found.message, note: found.note, faults: found.fields })
        // What may be chosen may have changed (CHK-36).
        if (answer.status === 400) void loadView()
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

  async function decided(watched: Watched): Promise<void> {
    if (waitsFor === null) return
    const { cartId } = waitsFor
    setWaitsFor(null)
    if (watched.isPlaced) return placed(cartId)
    // Another code is another try.
    setStoreCode('')
    await loadCart()
    show({ message: watched.message, note: watched.note, faults: [] })
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
          {back.problem !== null && (
            <FocusedNotice of={back.problem}>
              {back.problem.message} {back.problem.note}
            </FocusedNotice>
          )}
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

  const problem: Banner | null = banner ?? (back.problem === null ? null : { ...back.problem, faults: [] })
  const unavailable = { text: props.unavailableText, supportNumber: site.supportNumber }
  // What is typed before the script has taken over would be lost, and a button pressed then would send the form past us.
  const isLocked = isSending || !hasScript
  const faults = banner?.faults.filter((fault) => !fault.field.startsWith('deliveryDate')) ?? []
  return (
    <Shell site={site}>
      {site.warnsWhenLeavingCheckout && (
        <Later>
          <LeaveGuard
            isArmed={() => !isDone.current && form.formState.isDirty}
            onLeave={() => {
              isDone.current = true
            }}
          />
        </Later>
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
          {props.delivery.unavailableIsBanner && delivery.given.deliveryUnavailable && (
            <Notice kind="error">
              <WithPhone {...unavailable} />
            </Notice>
          )}
          <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isSending}>
            <fieldset disabled={isLocked} className={styles.groups}>
              <ContactFields
                form={form}
                country={site.country}
                asksForPoNumber={props.asksForPoNumber || isGranted(options, orderFlags.SetSalesperson)}
                errors={errors}
              />
              {view !== null && showsStaff && (
                <Suspense fallback={null}>
                  <StaffPanel
                    form={form}
                    view={view}
                    staff={staff}
                    onStaff={setStaff}
                    onStore={(subdivision) => void loadForStore(subdivision)}
                    onPlace={placeChanged}
                  />
                </Suspense>
              )}
              <section className={styles.group} aria-labelledby="checkout-address">
                <h2 id="checkout-address">Delivery</h2>
                <div className={styles.small}>
                  <StaticLink name={staticNames.delivery} title="Delivery information" />
                </div>
                <AddressFields
                  form={form}
                  at="delivery"
                  isInvoiced={watch('billingIsSame')}
                  country={site.country}
                  facts={facts}
                  errors={errors}
                  maps={props.maps}
                  near={props.place}
                  onPlace={placeChanged}
                />
                {view?.customer.locked !== true && (
                  <label className={styles.tick}>
                    <input
                      type="checkbox"
                      {...form.register('billingIsSame', { onChange: () => form.setValue('billing', emptyAddress) })}
                    />{' '}
                    Billing address is the same as delivery address
                  </label>
                )}
                {!watch('billingIsSame') && (
                  <AddressFields
                    form={form}
                    at="billing"
                    isInvoiced
                    country={site.country}
                    facts={facts}
                    errors={errors}
                    maps={props.maps}
                    near={props.place}
                    onPlace={() => {}}
                  />
                )}
                {facts.hasSpecialBrand && (
                  <SpecialBrandTick form={form} companyName={site.companyName} errors={errors} />
                )}
                {!isCarriedAway && (
                  <DeliverySection
                    delivery={{ ...delivery, select: dateChosen, tick: ticked }}
                    errors={errors}
                    unavailable={unavailable}
                    isBanner={props.delivery.unavailableIsBanner}
                    onUnique={(unique) => {
                      ticked({ unique })
                      // Asked for with the tick, dates were none of ours to choose.
                      if (!unique && delivery.given.rawDates.length === 0) void askForDates()
                    }}
                  />
                )}
              </section>
              {props.tip !== null && !isCarriedAway && (
                <Later>
                  <TipBox
                    offer={props.tip}
                    onTip={(next) => {
                      setTip(next)
                      // A deposit was a part of another total.
                      resetDeposit()
                    }}
                  />
                </Later>
              )}
            </fieldset>
          </form>
        </div>
        <OrderSummary
          cart={cart}
          shipping={isCarriedAway ? 0 : (dates?.shipping ?? null)}
          paid={isCarriedAway ? [] : [...(dates?.paid ?? []), ...tipService(tip.cents)]}
          isToday={!isCarriedAway && (dates?.isToday ?? false)}
          total={total}
          showsSale={site.showsSaleAtCheckout}
          deposit={paying.cartDeposit}
          swaps={view?.swaps ?? []}
          onSwapped={() => void loadView()}
        />
        <form className={styles.pay} onSubmit={(event) => void submit(event)} noValidate aria-busy={isSending}>
          <fieldset disabled={isLocked} className={styles.groups}>
            <PaymentPanel
              choice={method}
              onChoose={(next) => {
                setPayment(next)
                setBanner(null)
                if (next !== 'card') resetDeposit()
              }}
              methods={methods}
              country={site.country}
              redirects={redirects}
              storeCode={storeCode}
              storeCodeError={storeCodeError}
              onStoreCode={(code) => {
                setStoreCode(code)
                setStoreCodeError(undefined)
              }}
              total={total}
              isFree={isFree}
              card={card}
              errors={cardErrors}
              onCard={(field, value) => {
                setCard((now) => ({ ...now, [field]: value }))
                setCardErrors(({ [field]: _gone, ...rest }) => rest)
              }}
              onCardError={(field, text) => setCardErrors((now) => ({ ...now, [field]: text }))}
              canTakeCards={Object.keys(keys).length > 0}
              supportNumber={site.supportNumber}
              deposit={
                view !== null &&
                takesDeposit && (
                  <Suspense fallback={null}>
                    <DepositField
                      total={total}
                      percentage={view.partialPaymentPercentage}
                      deposit={deposit}
                      onDeposit={setDeposit}
                      onReset={resetDeposit}
                    />
                  </Suspense>
                )
              }
            />
            <div className={styles.small}>
              By placing your order you agree to our{' '}
              <StaticLink name={staticNames.terms} title="Terms and Conditions" /> and{' '}
              <StaticLink name={staticNames.privacy} title="Privacy Policy" />.
            </div>
            {problem !== null && (
              <FocusedNotice id="checkout-problem" of={banner ?? back.problem} settled={!isSending && !isAsking}>
                {problem.message}
                {problem.note != null && <p>{problem.note}</p>}
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
              </FocusedNotice>
            )}
            <button className={`button button--wide ${styles.place}`} disabled={isLocked || isAsking}>
              {isSending ? 'Processing...' : 'Place order'}
            </button>
          </fieldset>
        </form>
        {waitsFor !== null && (
          <Suspense fallback={null}>
            <InStoreWait {...waitsFor} onEnd={(watched) => void decided(watched)} />
          </Suspense>
        )}
        <a className={styles.totalNow} href="#order-summary">
          <span>Order Total</span> <span>{formatPrice(total, { zeroText: null })}</span>
        </a>
      </div>
    </Shell>
  )

  /** Whether dates can be asked for: for a whole place, and before an address is typed only where the setting wants it. */
  function mayAsk(): boolean {
    const { suburb, postcode, address } = getValues('delivery')
    return suburb !== '' && postcode !== '' && (props.delivery.asksOnLoad || address.trim() !== '')
  }

  function dateChosen(day: Day): void {
    delivery.select(day)
    resetSoon()
  }

  /** A service or an arranged day is another total, of which a deposit was a part (decision payments-15). */
  function ticked(change: Parameters<typeof delivery.tick>[0]): void {
    delivery.tick(change)
    if (change.services !== undefined || change.unique !== undefined) resetDeposit()
  }

  /** What is sent of the form: what is locked is what the server has said, whatever became of the fields. */
  function sentForm(values: CheckoutValues): CheckoutForm {
    const typed = formOf(values)
    return known === null ? typed : known.merged(typed)
  }

  /** A place that is not served has to be chosen anew (CERR-05); a store stays where it is. */
  async function askForDates(): Promise<void> {
    if ((await ask(bodyOf(getValues(), delivery.question()))) === 'served' || staff.cashAndCarry) return
    form.setValue('delivery', { ...getValues('delivery'), suburb: '', state: '', postcode: '', placeText: '' })
  }

  function bodyOf(values: CheckoutValues, fields: Readonly<Record<string, unknown>>) {
    return orderBody({
      cart,
      form: sentForm(values),
      country: site.country,
      newsletter: values.newsletter,
      delivery: fields,
      deposit: paying.cartDeposit,
      tip: isCarriedAway ? 0 : tip.cents,
      staff,
    })
  }
}

const carried = ['phoneNumber', 'deliveryAddress.address', 'deliveryAddress.suburb']

/** What a locked customer may not change, and what goes by the store while goods are carried away (STFC-09). */
function lockedNow(known: Known | null, isCarriedAway: boolean): ReadonlySet<string> {
  return new Set([...(known?.locked ?? []), ...(isCarriedAway ? carried : [])])
}

async function keepEmail(email: string): Promise<void> {
  if (emailProblem(email) !== null) return
  const answer = await callApi('POST', '/api/cart/email', { email })
  if (answer.ok && cartStore.get().cart?.coupon != null) await loadCart()
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
