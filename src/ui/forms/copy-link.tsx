import { useId, useRef, useState } from 'react'
import { useHasScript } from '../browser/use-has-script.ts'
import styles from './copy-link.module.css'

/** A link to pass on: a field to copy from, with a button where there is script. */
export function CopyLink({ label, link }: { readonly label: string; readonly link: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const hasScript = useHasScript()
  async function copy(): Promise<void> {
    field.current?.select()
    // Refused by the browser or by the visitor: the text is selected, and the keyboard copies it.
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    )
    setCopied(isCopied ? 'Copied.' : 'Press Ctrl+C or ⌘C to copy.')
  }
  return (
    <div className={styles.copy}>
      <label htmlFor={id}>{label}</label>
      <div>
        <input ref={field} id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
        {hasScript && (
          <button type="button" className="button button--quiet" onClick={() => void copy()}>
            Copy
          </button>
        )}
      </div>
      <p role="status">{copied}</p>
    </div>
  )
}
