import { useEffect, useRef } from 'react'
import type { StoredChoice } from './consent.ts'
import styles from './consent-banner.module.css'

/**
 * The consent banner for third-party analytics. It overlays the page's lower edge without a layout shift; yes and no have equal prominence.
 */
export default function ConsentBanner({
  onChoose,
  isAgain,
}: {
  onChoose: (choice: StoredChoice['choice']) => void
  /** Opened again to change the choice. */
  isAgain: boolean
}) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAgain) place.current?.focus()
  }, [isAgain])
  return (
    <section ref={place} className={`no-print ${styles.banner}`} aria-labelledby="privacy-choice" tabIndex={-1}>
      <div className={styles.words}>
        <h2 id="privacy-choice">Your privacy</h2>
        <p>
          May our partners measure how you use this site and show you our ads elsewhere? We load nothing from them
          unless you accept. You can change your mind under Privacy choices at the bottom of every page.{' '}
          <a href="/s/privacy-policy">Privacy policy</a>
        </p>
      </div>
      <div className={styles.buttons}>
        <button type="button" className="button" onClick={() => onChoose('denied')}>
          Decline
        </button>
        <button type="button" className="button" onClick={() => onChoose('granted')}>
          Accept
        </button>
      </div>
    </section>
  )
}
