import { storePath, tourPath } from '../stores.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './stores.module.css'

/** A store seen from the sofa: its pictures, while no host of tours is known (decision stores-06). */
export function TourPage({ storeUri, name, picture }: { storeUri: string; name: string; picture: string | null }) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Virtual tour of {name}</h1>
      {picture === null ? (
        <p>There are no photos of this store yet.</p>
      ) : (
        <Picture
          className={styles.tour}
          src={picture}
          alt={`The showroom in ${name}`}
          width={960}
          height={540}
          loading="eager"
        />
      )}
      <p>
        <a href={storePath(storeUri)}>Hours and directions</a>
      </p>
    </div>
  )
}

/** The stores that can be walked through from afar. */
export function ToursPage({ stores }: { stores: readonly { storeUri: string; name: string; suburbLine: string }[] }) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Virtual tours</h1>
      <ul className={styles.stores}>
        {stores.map((store) => (
          <li key={store.storeUri}>
            <h2 className={styles.tourTitle}>
              <a href={tourPath(store.storeUri)}>{store.name}</a>
            </h2>
            <p>{store.suburbLine}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
