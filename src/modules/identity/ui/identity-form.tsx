import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Notice } from '../../../ui/display/notice.tsx'
import styles from './identity-pages.module.css'

export type Typed = Readonly<Record<string, string>>
/** Texts by field; what is wrong with no field of its own is under 'form'. */
export type Problems = Readonly<Record<string, string>>
/** What came back of a form that was refused: nothing that was typed is lost but passwords. */
export type Refused = { readonly typed: Typed; readonly problems: Problems }

/**
 * A form of the account. Before script it is posted to its own page; with script the same rules answer at once and `send` asks whoever has
 * to know. `send` answers null when it is done, else what is wrong.
 */
export function IdentityForm({
  refused = null,
  button,
  check = () => ({}),
  send,
  children,
}: {
  refused?: Refused | null
  button: string
  check?: (typed: Typed) => Problems
  send: (typed: Typed) => Promise<Problems | null>
  children: (typed: Typed, problems: Problems) => ReactNode
}) {
  const [problems, setProblems] = useState<Problems>(refused?.problems ?? {})
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function show(found: Problems): void {
    setProblems(found)
    const first = Object.keys(found).find((name) => name !== 'form')
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    const typed = Object.fromEntries(fields) as Typed
    const wrong = check(typed)
    if (Object.keys(wrong).length > 0) return show(wrong)
    setIsBusy(true)
    const found = await send(typed)
    setIsBusy(false)
    show(found ?? {})
  }

  const { form: general } = problems
  return (
    <form ref={form} method="post" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {general !== undefined && (
        <Notice kind="error">
          <p className={styles.text}>{general}</p>
        </Notice>
      )}
      {children(refused?.typed ?? {}, problems)}
      <button className="button button--wide" aria-disabled={isBusy}>
        {isBusy ? 'Please wait …' : button}
      </button>
    </form>
  )
}

/** The frame of a page about signing in. */
export function IdentityCard({
  title,
  isWide = false,
  children,
}: {
  title: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={`page ${styles.page}`}>
      <div className={isWide ? `${styles.card} ${styles.wide}` : styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  )
}
