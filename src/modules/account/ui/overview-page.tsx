import type { Country } from '../../../brands/apps.ts'
import { formatPhone } from '../../../platform/text/phone.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { accountTexts } from '../account.ts'
import { dealsClubPath } from '../deals-club.ts'
import { useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Empty, Shown } from '../internal/ui/account-layout.tsx'
import { AddressText } from '../internal/ui/address-text.tsx'
import { InvoiceTable } from '../internal/ui/invoice-table.tsx'
import styles from './account.module.css'

type OverviewProps = { readonly hasClub: boolean; readonly country: Country }

/** Greeting, the last three invoices, the default address and the profile (decision account-01). */
export function OverviewPage(props: OverviewProps) {
  return (
    <AccountLayout title="Your account">
      <Overview {...props} />
    </AccountLayout>
  )
}

function Overview({ hasClub, country }: OverviewProps) {
  const account = useAccountCall((signal) => callApi('GET', '/api/account', { signal }))
  const invoices = useAccountCall((signal) => callApi('GET', '/api/account/order/invoiced', { signal }))
  const addresses = useAccountCall((signal) => callApi('GET', '/api/account/order/addresses', { signal }))
  return (
    <>
      <Shown call={account}>{(info) => <p>Hello {info.firstName}.</p>}</Shown>
      <section aria-labelledby="last-invoices">
        <h2 id="last-invoices">Recent invoices</h2>
        <Shown call={invoices}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty text={accountTexts.noInvoices} href="/products" link="See all products" />
            ) : (
              <InvoiceTable invoices={items.slice(0, 3)} />
            )
          }
        </Shown>
      </section>
      <div className={styles.panels}>
        <section className={styles.panel} aria-labelledby="own-address">
          <h2 id="own-address">Your address</h2>
          <Shown call={addresses}>
            {({ addresses: [first] }) => (
              <>
                {first === undefined ? <p>{accountTexts.noAddresses}</p> : <AddressText address={first} />}
                <a href="/account/addresses">{first === undefined ? 'Add an address' : 'All addresses'}</a>
              </>
            )}
          </Shown>
        </section>
        <section className={styles.panel} aria-labelledby="own-profile">
          <h2 id="own-profile">Your profile</h2>
          <Shown call={account}>
            {(info) => (
              <>
                <p>
                  {info.firstName} {info.lastName}
                  <br />
                  {info.email}
                  <br />
                  {info.phone !== null && formatPhone(info.phone, country)}
                </p>
                <a href="/account/profile">Edit profile</a>
              </>
            )}
          </Shown>
        </section>
        {hasClub && (
          <section className={styles.panel} aria-labelledby="own-club">
            <h2 id="own-club">Deals Club</h2>
            <p>Members pay less on selected products.</p>
            <a href={dealsClubPath}>Join or leave the Deals Club</a>
          </section>
        )}
      </div>
    </>
  )
}
