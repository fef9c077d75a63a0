import { useState } from 'react'
import { openingStatus, storePath, suburbLine } from '../../../stores/stores.ts'
import { telephone } from '../../site.ts'
import { useOwnStore } from './own-store.ts'
import styles from './store-details.module.css'

/** The visitor's store, and a link to change it (NAV-05, decision stores-04). */
export function StoreDetails() {
  const store = useOwnStore()
  const [now] = useState(() => new Date())
  return (
    <div className={styles.details}>
      {store === null ? (
        <p>No store selected</p>
      ) : (
        <>
          <p>
            <a className={styles.name} href={storePath(store.storeUri)}>
              {store.name}
            </a>
          </p>
          <p>
            {store.address}, {suburbLine(store)}
          </p>
          <p className={styles.status}>{openingStatus(store, now)}</p>
          <p>
            <a href={telephone(store.phone)}>{store.phone}</a>
          </p>
        </>
      )}
      <p>
        <a href="/stores">Change Store</a>
      </p>
    </div>
  )
}
