import { plainDay } from '../../../platform/calendar.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { accountTexts } from '../account.ts'
import type { Owned } from '../internal/owned.ts'
import { useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Empty, Shown } from '../internal/ui/account-layout.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './account.module.css'

/** A customer's products: manuals, warranty, parts and the next filter change. */
export function OwnedPage() {
  return (
    <AccountLayout title="My products">
      <OwnedList />
    </AccountLayout>
  )
}

function OwnedList() {
  const call = useAccountCall((signal) => callApi('GET', '/api/account/owned', { signal }))
  return (
    <Shown call={call}>
      {({ owned }) =>
        owned.length === 0 ? (
          <Empty text={accountTexts.nothingOwned} href="/products" link="See all products" />
        ) : (
          <>
            <ul className={styles.list} aria-label="My products">
              {owned.map((one) => (
                <li key={`${one.orderId} ${one.sku}`} className={styles.panel}>
                  <OwnedPanel owned={one} />
                </li>
              ))}
            </ul>
            {owned.some(({ filter }) => filter !== null) && (
              <p className={styles.soft}>
                We email you when a filter is due. <a href="/account/privacy">Choose what we email you</a>
              </p>
            )}
          </>
        )
      }
    </Shown>
  )
}

function OwnedPanel({ owned }: { owned: Owned }) {
  const { warranty, filter } = owned
  return (
    <div className={styles.owned}>
      {owned.picture !== null && <Picture src={owned.picture} alt="" width={96} height={96} />}
      <div className={styles.list}>
        <h2>
          {owned.uri === null ? owned.title : <a href={`/p/${owned.uri}`}>{owned.title}</a>}
          {owned.quantity > 1 && ` (${owned.quantity})`}
        </h2>
        <dl className={styles.facts}>
          <div>
            <dt>Bought</dt>
            <dd>
              {plainDay(owned.since)}, order {owned.webOrderId}
            </dd>
          </div>
          {warranty !== null && (
            <div>
              <dt>Manufacturer’s warranty</dt>
              <dd>
                {warranty.isOver ? 'ended' : 'until'} {plainDay(warranty.endsOn)}
              </dd>
            </div>
          )}
          {owned.extraCare !== null && (
            <div>
              <dt>Extended warranty</dt>
              <dd>{owned.extraCare}</dd>
            </div>
          )}
          {filter !== null && (
            <div>
              <dt>Next filter</dt>
              <dd>
                {plainDay(filter.dueOn)}: <a href={`/p/${filter.uri}`}>{filter.title}</a>
              </dd>
            </div>
          )}
          {owned.manuals.length > 0 && (
            <div>
              <dt>Manuals</dt>
              <dd>
                {owned.manuals.map(({ title, url }) => (
                  <a key={url} href={url} className={styles.pdf}>
                    {title}
                  </a>
                ))}
              </dd>
            </div>
          )}
          {owned.parts.length > 0 && (
            <div>
              <dt>Parts that fit</dt>
              <dd>
                {owned.parts.map(({ sku, title, uri }) => (
                  <a key={sku} href={`/p/${uri}`} className={styles.pdf}>
                    {title}
                  </a>
                ))}
              </dd>
            </div>
          )}
        </dl>
      </div>
    </div>
  )
}
