import { plainDay } from '../../../platform/calendar.ts'
import { Stars } from '../../../ui/display/stars.tsx'
import { ratedText, type Question, type Review } from '../reviews.ts'
import styles from './entry-list.module.css'

/** Reviews or questions, each with the shop's words to it. */
export function EntryList({ items }: { items: readonly (Question & Partial<Review>)[] }) {
  return (
    <ol className={styles.list}>
      {items.map(({ id, rating, title, text, author, writtenOn, answer }) => (
        <li key={id}>
          {rating !== undefined && <Stars value={rating} of={5} label={ratedText(rating)} />}
          {title !== undefined && <p className={styles.title}>{title}</p>}
          <p className={styles.text}>{text}</p>
          <p className={styles.soft}>{`${author}, ${plainDay(writtenOn)}`}</p>
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
