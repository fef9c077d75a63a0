import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import type { StaticContent } from '../content.ts'
import styles from './static-content.module.css'

export function StaticPage({ heading, body }: Pick<StaticContent, 'heading' | 'body'>) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>{heading}</h1>
      <CleanHtml html={body} className={styles.text} />
    </div>
  )
}
