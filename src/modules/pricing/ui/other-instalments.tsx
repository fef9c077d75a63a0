import type { Cents } from '../../../platform/money.ts'
import { hummText, isEligible, isHummEligible } from '../instalments.ts'
import type { InstalmentLimits } from '../pricing.ts'

/**
 * Ways to pay over time that the checkout does not take itself: a line of wording each, with the page that explains it (decision
 * payments-03). Null limits are those of a method that is off. Rendered on the server only.
 */
export function OtherInstalments({
  price,
  humm,
  klarna,
}: {
  readonly price: Cents
  readonly humm: InstalmentLimits | null
  readonly klarna: InstalmentLimits | null
}) {
  return (
    <>
      {humm !== null && (
        <p data-ineligible={isEligible(price, humm) && isHummEligible(price) ? undefined : ''}>
          {hummText(price)} <a href="/humm">humm</a>
        </p>
      )}
      {isEligible(price, klarna) && (
        <p>
          Pay over time with <a href="/klarna">Klarna</a>
        </p>
      )}
    </>
  )
}
