import { useId } from 'react'
import { afterpayText } from '../instalments.ts'
import {
  callForPriceText,
  deliveryConditions,
  formatPrice,
  logInAddress,
  logInForPriceText,
  priceParts,
  priceView,
  type InstalmentLimits,
  type Offer,
  type PriceRules,
} from '../pricing.ts'
import { ForMembers } from './for-members.tsx'
import styles from './price.module.css'

/** The price block: the price with raised cents, what it was, what that saves, and the four-payment line. */
export function Price({
  uri,
  offer,
  rules,
  explanation = null,
  size = 'card',
}: {
  /** The product's, under which a member's price is found. */
  uri: string
  offer: Offer
  rules: PriceRules
  /** What 'RRP:' means, shown on request; null where there is no room for it. */
  explanation?: string | null
  size?: 'card' | 'page'
}) {
  const shown = priceView(offer, rules)
  if (rules.hidesPrices)
    return (
      <ForMembers uri={uri} price={{ rules, size }}>
        <a className={styles.instead} href={logInAddress(null)}>
          {logInForPriceText}
        </a>
      </ForMembers>
    )
  if (shown === null) return <NoPrice supportNumber={rules.supportNumber} />
  const { now, comparison, saving, message } = shown
  return (
    <>
      <div className={size === 'page' ? `${styles.price} ${styles.large}` : styles.price}>
        <p className={saving === null ? styles.plain : styles.now}>
          <Amount cents={now} />
        </p>
        {comparison !== null && (
          <p className={styles.compare}>
            {comparison.label} <s>{formatPrice(comparison.cents)}</s>
            {comparison.label === 'RRP:' && explanation !== null && <Explanation text={explanation} />}
            {saving !== null && ' '}
            {saving !== null && <b className={styles.save}>Save {formatPrice(saving)}</b>}
          </p>
        )}
        {message !== null && <p className={styles.message}>{message}</p>}
      </div>
      <InstalmentLine price={now} limits={rules.instalments} />
    </>
  )
}

/** Dollars with raised cents; read out as one amount. */
function Amount({ cents: amount }: { cents: number }) {
  const { dollars, cents } = priceParts(amount)
  if (cents === null) return dollars
  return (
    <>
      {dollars}
      <sup className={styles.cents}>
        <span className="visually-hidden">.</span>
        {cents}
      </sup>
    </>
  )
}

/** In place of a price that has to be asked for, the number to call (decision pricing-01). */
function NoPrice({ supportNumber }: { supportNumber: string }) {
  return (
    <p className={styles.instead}>
      {callForPriceText}: <a href={`tel:${supportNumber.replaceAll(' ', '')}`}>{supportNumber}</a>
    </p>
  )
}

function Explanation({ text }: { text: string }) {
  const id = useId()
  return (
    <>
      {' '}
      <button type="button" className={styles.ask} aria-label="What does RRP mean?" popoverTarget={id}>
        ?
      </button>
      <span id={id} popover="auto" className={styles.explanation}>
        {text}
      </span>
    </>
  )
}

function InstalmentLine({ price, limits }: { price: number; limits: InstalmentLimits | null }) {
  const text = afterpayText(price, limits)
  return text === null ? null : <p className={styles.instalment}>{text}</p>
}

/** 'Free next-day delivery' or 'Free fast delivery' with its conditions (PROM3-04, decision pricing-13). */
export function FreeDelivery({ text }: { text: string }) {
  return (
    <p className={styles.free}>
      {text} <a href={deliveryConditions.href}>{deliveryConditions.text}</a>
    </p>
  )
}
