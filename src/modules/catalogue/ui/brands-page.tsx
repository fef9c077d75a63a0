import type { CSSProperties } from 'react'
import { brandsByLetter, type ListedBrand, type Wordmark } from '../brands/brand-list.ts'
import { brandPath } from '../catalogue.ts'
import styles from './brands-page.module.css'

/** Every brand that is sold here, under its first letter. */
export function BrandsPage({ brands }: { brands: readonly ListedBrand[] }) {
  const groups = brandsByLetter(brands)
  return (
    <div className={`page ${styles.page}`}>
      <h1>Brands</h1>
      <nav aria-label="Letters">
        <ul className={styles.letters}>
          {groups.map(({ letter }) => (
            <li key={letter}>
              <a href={`#${anchorOf(letter)}`} data-reload="">
                {letter}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(({ letter, brands: own }) => (
        <section key={letter} id={anchorOf(letter)} aria-labelledby={`${anchorOf(letter)}-title`}>
          <h2 id={`${anchorOf(letter)}-title`}>{letter}</h2>
          <ul className={styles.brands}>
            {own.map((brand) => (
              <li key={brand.uri}>
                <a href={brandPath(brand.uri)}>
                  <BrandMark title={brand.title} wordmark={brand.wordmark} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The banner of a brand's page: its wordmark, large. The page's heading has the name. */
export function BrandBanner({ title, wordmark }: { title: string; wordmark: Wordmark }) {
  return (
    <div className={styles.banner} aria-hidden="true">
      <div className="page">
        <BrandMark title={title} wordmark={wordmark} />
      </div>
    </div>
  )
}

/** A brand's name as a wordmark, while there is no logo file. */
function BrandMark({ title, wordmark }: { title: string; wordmark: Wordmark }) {
  const style: CSSProperties = {
    fontWeight: wordmark.weight,
    letterSpacing: `${wordmark.tracking}em`,
    ...(wordmark.family === 'serif' ? { fontFamily: 'Georgia, serif' } : {}),
    ...(wordmark.case === 'title' ? {} : { textTransform: wordmark.case === 'upper' ? 'uppercase' : 'lowercase' }),
  }
  return (
    <span className={styles.mark} style={style}>
      {title}
    </span>
  )
}

const anchorOf = (letter: string) => (letter === '#' ? 'brands-other' : `brands-${letter.toLowerCase()}`)
