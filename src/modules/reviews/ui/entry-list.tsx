import { plainDay } from '../../../platform/calendar.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import { Stars } from '../../../ui/display/stars.tsx'
import { ratedText, verifiedText, type Photo, type Question, type Review } from '../reviews.ts'
import styles from './entry-list.module.css'

/** Reviews or questions, each with the shop's words to it. */
export function EntryList({ items }: { items: readonly (Question & Partial<Review>)[] }) {
  return (
    <ol className={styles.list}>
      {items.map(({ id, rating, title, text, author, writtenOn, isVerified, pros, cons, photos, answer }) => (
        <li key={id}>
          {rating !== undefined && <Stars value={rating} of={5} label={ratedText(rating)} />}
          {title !== undefined && <p className={styles.title}>{title}</p>}
          <p className={styles.text}>{text}</p>
          <Said kind="pros" label="Likes" points={pros ?? []} />
          <Said kind="cons" label="Could be better" points={cons ?? []} />
          {photos !== undefined && <Photos photos={photos} author={author} />}
          <p className={styles.soft}>
            {`${author}, ${plainDay(writtenOn)}`}
            {isVerified === true && <span className={styles.verified}>{verifiedText}</span>}
          </p>
          {answer !== null && (
            <div className={styles.answer}>
              <p className={styles.title}>Our answer</p>
              <p className={styles.text}>{answer}</p>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function Said({ kind, label, points }: { kind: 'pros' | 'cons'; label: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <p className={styles.said} data-kind={kind}>
      <b>{label}:</b> {points.join(', ')}
    </p>
  )
}

/** Pictures by buyers, each a link to itself in a larger size. */
export function Photos({ photos, author }: { photos: readonly Photo[]; author: string | null }) {
  if (photos.length === 0) return null
  return (
    <ul className={styles.photos}>
      {photos.map(({ src, large }, at) => (
        <li key={src}>
          <a href={large} data-reload="">
            <Picture
              src={src}
              alt={author === null ? `Photo ${at + 1} by a buyer` : `Photo ${at + 1} by ${author}`}
              width={96}
              height={96}
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
