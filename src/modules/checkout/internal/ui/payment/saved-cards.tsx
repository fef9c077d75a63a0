import { useEffect, type Dispatch, type ReactNode } from 'react'
import { Field } from '../../../../../ui/forms/field.tsx'
import { cvvProblem, type CardForm } from '../../../../payments/card.ts'
import {
  isExpired,
  maxSavedCards,
  savedCardName,
  usableCard,
  type SavedCard,
} from '../../../../payments/saved-cards.ts'
import { thisMonth } from '../../../../payments/ui/this-month.ts'
import { encryptFor } from '../../../ui/send-order.ts'
import type { FormErrors } from '../../../ui/registered-field.ts'
import type { CardOnFile, CheckoutEvent, CheckoutState } from '../checkout-state.ts'
import type { SubmitBody } from './submit-order.ts'
import styles from './saved-cards.module.css'

/** A member's saved cards before the card fields, and the tick that saves a typed one (decision 0070). Loaded for members only. */
export default function SavedCards({
  cards,
  fields,
  state,
  errors,
  dispatch,
}: {
  readonly state: CheckoutState
  readonly errors: FormErrors
  readonly dispatch: Dispatch<CheckoutEvent>
  readonly cards: readonly SavedCard[]
  /** Of a card that is typed. */
  readonly fields: ReactNode
}) {
  const today = thisMonth()
  const onFile = state.onFile ?? nothingOnFile
  const { cardId, cvv } = onFile
  const isThere = cardId === null || cards.some((one) => one.id === cardId && !isExpired(one, today))
  const set = (changed: Partial<CardOnFile>) => dispatch({ type: 'on_file_changed', onFile: withCode(onFile, changed) })

  // At first the newest card, unless another one is being typed already; after a card has gone, another one.
  useEffect(() => {
    if (state.onFile !== null && isThere) return
    const isTyping = state.onFile === null && Object.values(state.card).some((text) => text !== '')
    const next = isTyping ? null : usableCard(cards, today)
    set({ cardId: next?.id ?? null, cvv: '' })
    // The choice is made again only when it cannot stand.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isThere])

  const typed = (
    <>
      {fields}
      {cards.length < maxSavedCards && (
        <SaveTick isTicked={onFile.savesCard} onTick={(savesCard) => set({ savesCard })} />
      )}
    </>
  )
  if (cards.length === 0) return typed
  return (
    <fieldset className={styles.cards}>
      <legend className="visually-hidden">Card</legend>
      {cards.map((one) => (
        <div key={one.id}>
          <label className={styles.choice} data-expired={isExpired(one, today) || undefined}>
            <input
              type="radio"
              name="saved-card"
              checked={cardId === one.id}
              disabled={isExpired(one, today)}
              onChange={() => set({ cardId: one.id, cvv: '' })}
            />
            {savedCardName(one, today)}
          </label>
          {cardId === one.id && (
            <div className={styles.code}>
              <Field
                id="savedCard.cvv"
                label="CVV"
                inputMode="numeric"
                autoComplete="cc-csc"
                maxLength={4}
                hint={one.brand === 'amex' ? '4 digits on the front of the card' : '3 digits on the back of the card'}
                value={cvv}
                error={errors.of['savedCard.cvv']}
                onChange={(event) => {
                  errors.set('savedCard.cvv', null)
                  set({ cvv: event.target.value.replaceAll(/\D/g, '') })
                }}
                onBlur={() => {
                  if (cvv !== '') errors.set('savedCard.cvv', onFile.problem)
                }}
              />
            </div>
          )}
        </div>
      ))}
      <label className={styles.choice}>
        <input
          type="radio"
          name="saved-card"
          checked={cardId === null}
          onChange={() => set({ cardId: null, cvv: '' })}
        />
        Use another card
      </label>
      {cardId === null && typed}
    </fieldset>
  )
}

function SaveTick({ isTicked, onTick }: { readonly isTicked: boolean; readonly onTick: (isTicked: boolean) => void }) {
  return (
    <label className={styles.save}>
      <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.target.checked)} />
      <span>
        Save this card for next time
        <span className={styles.note}>
          Our payment provider keeps the card. We keep its brand, last four digits and expiry. You can remove it in your
          account.
        </span>
      </span>
    </label>
  )
}

const nothingOnFile: CardOnFile = { cardId: null, cvv: '', problem: null, savesCard: false }

function withCode(onFile: CardOnFile, changed: Partial<CardOnFile>): CardOnFile {
  const now = { ...onFile, ...changed }
  return { ...now, problem: now.cardId === null ? null : cvvProblem(now.cvv) }
}

/** The fields of an order that a member pays by card: the typed card, or a saved one with its code alone. */
export async function fieldsOnFile(
  keys: Readonly<Record<string, string>>,
  card: CardForm,
  { cardId, cvv, savesCard }: CardOnFile,
): Promise<Partial<SubmitBody>> {
  if (cardId === null) return { encryptedValues: await encryptFor(keys, card), savesCard }
  const { encryptCode } = await import('../../../../payments/ui/encrypt-code.ts')
  const values = await Promise.all(
    Object.entries(keys).map(async ([seller, key]) => [seller, await encryptCode(key, cvv, new Date())] as const),
  )
  return { encryptedValues: Object.fromEntries(values), savedCardId: cardId }
}
