import { comparisonLabel, discountOff, formatPrice, isEligible, priceParts, quarterPayment } from '../pricing.ts'
import styles from './price.module.css'

/** The price block: the price with raised cents, what it was, what that saves, and the four-payment line. */
export function Price({
  price,
  rrp,
  rrpAsWas,
  size = 'card',
}: {
  price: number
  rrp: number | null
  rrpAsWas: boolean
  size?: 'card' | 'page'
}) {
  const offer = { price, rrp }
  const discount = discountOff(offer)
  const { dollars, cents } = priceParts(price)
  return (
    <div className={size === 'page' ? `${styles.price} ${styles.large}` : styles.price}>
      <p className={discount?.isMeaningful ? styles.now : styles.plain}>
        {cents === null ? (
          dollars
        ) : (
          <>
            {dollars}
            <sup className={styles.cents}>
              <span className="visually-hidden">.</span>
              {cents}
            </sup>
          </>
        )}
      </p>
      {discount !== null && rrp !== null && (
        <p className={styles.compare}>
          {comparisonLabel(offer, { rrpAsWas })} <s>{formatPrice(rrp)}</s>
          {discount.isMeaningful && <b className={styles.save}>Save {formatPrice(discount.offCents)}</b>}
        </p>
      )}
    </div>
  )
}

/** 'or 4 payments of $37.25 with Afterpay', within the provider's limits. */
export function InstalmentLine({
  price,
  limits,
}: {
  price: number
  limits: { minimum: number; maximum: number } | null
}) {
  if (!isEligible(price, limits)) return null
  return (
    <p className={styles.instalment}>
      4 payments of <span className="tabular">{formatPrice(quarterPayment(price))}</span> with Afterpay
    </p>
  )
}
