import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './promotion-head.module.css'

export type PromotionHeadProps = {
  readonly title: string
  readonly thumbnailImg: string | null
  /** 'Offer Ends 30/11/2026'. */
  readonly ends: string | null
  readonly hasEnded: boolean
  readonly rewardLabel: string | null
  readonly content: string
  readonly terms: string
  /** Whether a reward can be claimed, and until which day in words. */
  readonly redeem: { readonly until: string | null } | null
}

/** A label that the title begins with says nothing new beside it. */
const repeatsTitle = (label: string, title: string): boolean => title.toLowerCase().startsWith(label.toLowerCase())

/** What a promotion's own page says before its products. */
export function PromotionHead(props: PromotionHeadProps) {
  return (
    <section className={`page ${styles.head}`} aria-label="The offer">
      {props.thumbnailImg !== null && (
        <Picture
          className={styles.picture}
          src={props.thumbnailImg}
          alt=""
          width={480}
          height={360}
          loading="eager"
          fetchPriority="high"
        />
      )}
      <div className={styles.words}>
        <h1>{props.title}</h1>
        {props.hasEnded && <p className={styles.over}>This offer has ended.</p>}
        {props.rewardLabel !== null && !repeatsTitle(props.rewardLabel, props.title) && (
          <p className={styles.reward}>{props.rewardLabel}</p>
        )}
        {props.ends !== null && !props.hasEnded && <p className={styles.ends}>{props.ends}</p>}
        <CleanHtml html={props.content} className={styles.content} />
        {props.redeem !== null && (
          <div id="redeem" className={styles.redeem}>
            <h2>Redeem</h2>
            <p>
              {props.redeem.until === null
                ? 'See the terms for how to claim.'
                : `Claim by ${props.redeem.until}. See the terms for how.`}{' '}
              Your order confirmation email is your proof of purchase.
            </p>
          </div>
        )}
        {props.terms !== '' && (
          <details className={styles.terms} open={props.redeem !== null}>
            <summary>Terms and conditions</summary>
            <CleanHtml html={props.terms} />
          </details>
        )}
        {props.hasEnded && (
          <p>
            <a className="button" href="/promotions">
              See current offers
            </a>
          </p>
        )}
      </div>
    </section>
  )
}
