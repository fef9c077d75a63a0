import type { Country } from '../../../brands/apps.ts'
import { messagesIn, type Refused } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TitledForm } from '../../../ui/forms/titled-form.tsx'
import { priceMatchLimits, readPriceMatch } from '../pricematch.ts'

/** Where a lower price was seen, and whom to answer. */
export function PriceMatchForm({
  ownPrice,
  country,
  refused,
}: {
  ownPrice: number
  country: Country
  refused: Refused | null
}) {
  return (
    <TitledForm
      refused={refused}
      check={(typed) => messagesIn(readPriceMatch(typed, { ownPrice, country }))}
      title="Request a price match"
      button="Send request"
    >
      {(typed, problems) => {
        const of = (name: Exclude<keyof typeof priceMatchLimits, 'message'>) => ({
          id: name,
          name,
          maxLength: priceMatchLimits[name],
          defaultValue: typed[name],
          error: problems[name],
        })
        return (
          <>
            <Field {...of('competitor')} label="Competitor’s name" required />
            <Field {...of('competitorUrl')} label="Link to the product page" type="url" inputMode="url" required />
            <Field {...of('competitorPrice')} label="Their price in dollars" inputMode="decimal" required />
            <Field {...of('postcode')} label="Your postcode" inputMode="numeric" autoComplete="postal-code" required />
            <Field {...of('name')} label="Name" autoComplete="name" required />
            <Field {...of('email')} label="Email" type="email" autoComplete="email" required />
            <Field {...of('phone')} label="Phone (optional)" type="tel" autoComplete="tel" />
            <TextArea
              id="message"
              name="message"
              label="Anything else (optional)"
              maxLength={priceMatchLimits.message}
              defaultValue={typed['message']}
              error={problems['message']}
            />
          </>
        )
      }}
    </TitledForm>
  )
}
