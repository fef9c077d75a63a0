import { useEffect, useRef, type ReactNode } from 'react'
import { Form } from 'react-router'
import { SubmitButton } from './button.tsx'
import styles from './notice.module.css'

/** A success message. */
export function DoneNotice({ children }: { children: ReactNode }) {
  return (
    <div className={styles['notice']} role="status">
      {children}
    </div>
  )
}

/** An error message. It takes the focus and scrolls into view when it appears, unless it is only informative. */
export function ErrorNotice({ takesFocus = true, children }: { takesFocus?: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [takesFocus])
  return (
    <div ref={box} className={`${styles['notice']} ${styles['wrong']}`} role="alert" tabIndex={-1}>
      {children}
    </div>
  )
}

export function ErrorList({ errors }: { errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <ErrorNotice>
      <ul>
        {errors.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </ErrorNotice>
  )
}

/** What was changed in records, with an undo where there is one. */
export function ChangeNotice({
  notice,
  action,
}: {
  notice: { readonly text: string; readonly undo: number | null } | null
  action: string
}) {
  if (notice === null) return null
  return (
    <DoneNotice>
      <p>{notice.text}</p>
      {notice.undo !== null && (
        <Form method="post" action={action}>
          <input type="hidden" name="intent" value="undo" />
          <SubmitButton look="small" name="entry" value={notice.undo}>
            Undo
          </SubmitButton>
        </Form>
      )}
    </DoneNotice>
  )
}
