import { useEffect, useRef, useState } from 'react'
import { categories, choicesOf, nothing, type Category, type Choices } from './consent.ts'
import styles from './consent-banner.module.css'

const texts: Readonly<Record<Category, { readonly name: string; readonly text: string }>> = {
  analytics: { name: 'Analytics', text: 'Our partners measure which pages are visited, so that we can improve them.' },
  marketing: {
    name: 'Marketing',
    text: 'Our partners show you our ads on other sites, and measure whether they work.',
  },
  personalisation: {
    name: 'Personalisation',
    text: 'Videos and pages from manufacturers, and the products you viewed, stored on this device only.',
  },
}

/**
 * The consent banner. It overlays the page's lower edge without a layout shift; yes and no have equal prominence, and the categories can be
 * chosen one by one.
 */
export default function ConsentBanner({
  onChoose,
  chosen,
}: {
  onChoose: (choices: Choices) => void
  /** What was chosen before; null at the first time. */
  chosen: Choices | null
}) {
  const place = useRef<HTMLElement>(null)
  const [choices, setChoices] = useState(chosen ?? nothing)
  const isAgain = chosen !== null
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
        <details open={isAgain}>
          <summary>Choose what to allow</summary>
          <fieldset>
            <legend className="visually-hidden">What to allow</legend>
            <label>
              <input type="checkbox" checked disabled />
              <span>
                <b>Necessary</b> Cart, login, checkout and security. Always on.
              </span>
            </label>
            {categories.map((category) => (
              <label key={category}>
                <input
                  type="checkbox"
                  checked={choices[category]}
                  onChange={({ currentTarget: { checked } }) => setChoices({ ...choices, [category]: checked })}
                />
                <span>
                  <b>{texts[category].name}</b> {texts[category].text}
                </span>
              </label>
            ))}
          </fieldset>
          <button type="button" className="button button--quiet" onClick={() => onChoose(choices)}>
            Save my choices
          </button>
        </details>
      </div>
      <div className={styles.buttons}>
        <button type="button" className="button" onClick={() => onChoose(nothing)}>
          Decline
        </button>
        <button type="button" className="button" onClick={() => onChoose(choicesOf(() => true))}>
          Accept
        </button>
      </div>
    </section>
  )
}
