import { createHash } from 'node:crypto'
import { randomReference, type Ledger } from '../ledger.ts'
import type { CardData } from './certificates.ts'
import { isChallengeable, type CardBrand } from './test-cards.ts'

/** Cards that the gateway stores for shoppers, by token. Of a card's number only a hash and the last four digits are stored. */

export type StoredCard = {
  readonly token: string
  readonly merchant: string
  readonly shopper: string
  readonly brand: CardBrand | 'unknown'
  readonly last_four: string
  readonly expiry_month: number
  readonly expiry_year: number
  readonly holder_name: string
  readonly is_challengeable: number
}

const facts = `
  merchant text not null,
  shopper text not null,
  fingerprint text not null,
  brand text not null,
  last_four text not null,
  expiry_month integer not null,
  expiry_year integer not null,
  holder_name text not null,
  is_challengeable integer not null`

const schema = `
create table if not exists gateway_stored_card (token text primary key, ${facts}, unique (merchant, shopper, fingerprint)) strict;
create table if not exists gateway_tokenization (psp text primary key, token text, operation text, ${facts}) strict;
`

const names = [
  'merchant',
  'shopper',
  'fingerprint',
  'brand',
  'last_four',
  'expiry_month',
  'expiry_year',
  'holder_name',
  'is_challengeable',
].join(', ')

export type StoredCards = ReturnType<typeof openStoredCards>

export function openStoredCards(ledger: Ledger) {
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from gateway_stored_card; delete from gateway_tokenization'))
  const request = database.prepare(`insert into gateway_tokenization (psp, ${names}) values (:psp, :merchant, :shopper,
    :fingerprint, :brand, :last_four, :expiry_month, :expiry_year, :holder_name, :is_challengeable)`)
  const requested = database.prepare(
    'select c.token from gateway_tokenization t left join gateway_stored_card c using (merchant, shopper, fingerprint) where psp = ?',
  )
  const store = database.prepare(
    `insert into gateway_stored_card (token, ${names}) select ?, ${names} from gateway_tokenization where psp = ?`,
  )
  const setToken = database.prepare('update gateway_tokenization set token = ?, operation = ? where psp = ?')
  const tokenization = database.prepare(
    'select token, operation, shopper from gateway_tokenization where psp = ? and token is not null',
  )
  const byToken = database.prepare('select * from gateway_stored_card where merchant = ? and shopper = ? and token = ?')
  const ofShopper = database.prepare(
    'select * from gateway_stored_card where merchant = ? and shopper = ? order by rowid desc',
  )
  const remove = database.prepare('delete from gateway_stored_card where token = ?')

  return {
    /** Notes that the card of a payment is to be stored once the bank authorises it. */
    request(
      psp: string,
      owner: { merchant: string; shopper: string },
      card: CardData,
      brand: CardBrand | 'unknown',
    ): void {
      request.run({
        psp,
        ...owner,
        fingerprint: createHash('sha256').update(card.number).digest('hex'),
        brand,
        last_four: card.number.slice(-4),
        expiry_month: card.expiryMonth,
        expiry_year: card.expiryYear,
        holder_name: card.holderName,
        is_challengeable: isChallengeable(card.number) ? 1 : 0,
      })
    },
    /** Stores the card of an authorised payment. The same card of the same shopper has one token. */
    storeRequested(psp: string): void {
      const found = requested.get(psp) as { token: string | null } | undefined
      if (found === undefined) return
      const token = found.token ?? randomReference(16)
      if (found.token === null) store.run(token, psp)
      setToken.run(token, found.token === null ? 'created' : 'alreadyExisting', psp)
    },
    /** What answers and notices of a payment say of its token, under the names of today and of earlier versions. */
    dataOf(psp: string): Record<string, string> {
      const found = tokenization.get(psp) as { token: string; operation: string; shopper: string } | undefined
      if (found === undefined) return {}
      return {
        'tokenization.storedPaymentMethodId': found.token,
        'tokenization.shopperReference': found.shopper,
        'tokenization.store.operationType': found.operation,
        'recurring.recurringDetailReference': found.token,
        'recurring.shopperReference': found.shopper,
      }
    },
    byToken: (merchant: string, shopper: string, token: string) =>
      byToken.get(merchant, shopper, token) as StoredCard | undefined,
    ofShopper: (merchant: string, shopper: string) => ofShopper.all(merchant, shopper) as StoredCard[],
    remove: (token: string) => void remove.run(token),
  }
}
