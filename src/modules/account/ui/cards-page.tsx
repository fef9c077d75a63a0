import { useState } from 'react'
import { callApi, type ApiCall } from '../../../ui/browser/api.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { thisMonth } from '../../payments/ui/this-month.ts'
import { brandName, savedCardName, savedCardTexts } from '../../payments/saved-cards.ts'
import { accountErrorText, useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
import styles from './account.module.css'

type Card = ApiCall<'GET', '/api/account/cards'>['answer']['cards'][number]

/** The cards that a customer has had saved at the checkout. */
export function CardsPage() {
  return (
    <AccountLayout title="Saved cards">
      <Cards />
    </AccountLayout>
  )
}

function Cards() {
  const call = useAccountCall((signal) => callApi('GET', '/api/account/cards', { signal }))
  const [result, setResult] = useState<{ readonly kind: 'success' | 'error'; readonly text: string } | null>(null)
  const [today] = useState(thisMonth)

  async function remove(card: Card): Promise<void> {
    const name = `${brandName(card.brand)} ending ${card.lastFour}`
    // The browser's own confirm dialog needs no code and is familiar.
    if (!confirm(`Remove ${name}? You will have to enter it again to pay with it.`)) return
    const answer = await callApi('DELETE', '/api/account/cards/:id', { params: { id: card.id } })
    // A card that another tab has removed is gone as well.
    if (answer.ok || answer.status === 404) setResult({ kind: 'success', text: `${name} has been removed.` })
    else
      setResult({ kind: 'error', text: answer.status === 503 ? savedCardTexts.notRemoved : accountErrorText(answer) })
    call.reload()
  }

  return (
    <>
      {result !== null && <Notice kind={result.kind}>{result.text}</Notice>}
      <Shown call={call}>
        {({ cards }) =>
          cards.length === 0 ? (
            <div className={styles.empty}>
              <p>You have no saved cards. To save one, tick “Save this card for next time” when you pay by card.</p>
            </div>
          ) : (
            <>
              <p className={styles.soft}>
                Our payment provider keeps these cards. We keep their brand, last four digits and expiry. Paying with
                one always needs its security code.
              </p>
              <ul className={styles.panels} aria-label="Saved cards">
                {cards.map((card) => (
                  <li key={card.id} className={styles.panel}>
                    <p>{savedCardName(card, today)}</p>
                    <div className={styles.actions}>
                      <button
                        type="button"
                        className="link-button"
                        aria-label={`Remove ${brandName(card.brand)} ending ${card.lastFour}`}
                        onClick={() => void remove(card)}
                      >
                        Remove
                      </button>
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </>
  )
}
