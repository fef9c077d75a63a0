import { useEffect, useState } from 'react'
import { callApi } from '../../../ui/browser/api.ts'
import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Spinner } from '../../../ui/display/spinner.tsx'
import { contentNotAvailable, type StaticContent } from '../content.ts'
import styles from './static-content.module.css'

/** A static text in a dialog over the linking page. Loaded on demand, as is its text. */
export default function StaticDialog({
  name,
  title,
  onClose,
}: {
  name: string
  /** Until the text has come with its own. */
  title: string
  onClose: () => void
}) {
  const [content, setContent] = useState<StaticContent | 'missing' | null>(null)
  useEffect(() => {
    const question = new AbortController()
    void callApi('GET', '/api/Static/:name', { params: { name }, signal: question.signal }).then((answer) => {
      if (!question.signal.aborted) setContent(answer.ok ? answer.value : 'missing')
    })
    return () => question.abort()
  }, [name])
  return (
    <Dialog
      title={content === null || content === 'missing' ? title : content.heading}
      type="leftAligned"
      size="medium"
      onClose={onClose}
    >
      {content === null && <Spinner />}
      {content === 'missing' && <p role="alert">{contentNotAvailable}</p>}
      {content !== null && content !== 'missing' && <CleanHtml html={content.body} className={styles.text} />}
    </Dialog>
  )
}
