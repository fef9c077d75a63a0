import { useState } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import type { AddressSource } from '../../geo/address-lookup.ts'
import { accountTexts, maxAddresses, type Address } from '../account.ts'
import { accountErrorText, useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
import { AddressForm } from '../internal/ui/address-form.tsx'
import { AddressText } from '../internal/ui/address-text.tsx'
import styles from './account.module.css'

export function AddressesPage(props: { country: Country; addressSource: AddressSource | null }) {
  return (
    <AccountLayout title="Your addresses">
      <Addresses {...props} />
    </AccountLayout>
  )
}

function Addresses({ country, addressSource }: { country: Country; addressSource: AddressSource | null }) {
  const call = useAccountCall((signal) => callApi('GET', '/api/account/order/addresses', { signal }))
  /** What is being edited: an address, a new one, or nothing. */
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function remove(address: Address): Promise<void> {
    // The browser's own confirm dialog needs no code and is familiar.
    if (!confirm(accountTexts.deleteAddress)) return
    const answer = await callApi('DELETE', '/api/account/order/addresses/:id', { params: { id: address.id } })
    setProblem(answer.ok ? null : accountErrorText(answer))
    call.reload()
  }

  if (edited !== null) {
    return (
      <AddressForm
        address={edited === 'new' ? null : edited}
        country={country}
        addressSource={addressSource}
        onDone={(isSaved) => {
          setEdited(null)
          if (isSaved) call.reload()
        }}
      />
    )
  }
  return (
    <>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <Shown call={call}>
        {({ addresses }) => (
          <>
            {addresses.length === 0 && (
              <div className={styles.empty}>
                <p>{accountTexts.noAddresses}</p>
              </div>
            )}
            <ul className={styles.panels} aria-label="Addresses">
              {addresses.map((address) => (
                <li key={address.id} className={styles.panel} data-default={address.isDefault ? '' : undefined}>
                  {address.isDefault && <span className={styles.mark}>Default</span>}
                  {address.label !== null && <h2>{address.label}</h2>}
                  <AddressText address={address} />
                  <div className={styles.actions}>
                    <button
                      type="button"
                      className="link-button"
                      aria-label={`Edit ${address.label ?? address.address}`}
                      onClick={() => setEdited(address)}
                    >
                      Edit
                    </button>
                    <button
                      type="button"
                      className="link-button"
                      aria-label={`Delete ${address.label ?? address.address}`}
                      onClick={() => void remove(address)}
                    >
                      Delete
                    </button>
                  </div>
                </li>
              ))}
            </ul>
            {addresses.length < maxAddresses && (
              <div>
                <button type="button" className="button" onClick={() => setEdited('new')}>
                  Add an address
                </button>
              </div>
            )}
          </>
        )}
      </Shown>
    </>
  )
}
