import { useEffect, useState, type ReactNode } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { callIdentity } from './identity-calls.ts'
import { Form } from '../../../ui/forms/form.tsx'
import type { Enrolled, TotpEnrolment } from './identity-responses.ts'
import styles from './identity-pages.module.css'

/** Sets up an authenticator app: shows its secret, and asks for its first code. */
export function TotpSetup({
  begun,
  onDone,
  children = null,
}: {
  begun: TotpEnrolment
  onDone: (enrolled: Enrolled) => void
  children?: ReactNode
}) {
  return (
    <>
      <p>Scan this with an authenticator app, or enter the key. Then enter the code it shows.</p>
      <QrCode text={begun.address} />
      <p>
        Key: <span className={styles.secret}>{begun.secret.match(/.{4}/g)?.join(' ')}</span>
      </p>
      <Form
        button="Confirm"
        check={({ code = '' }) => (code.trim() === '' ? { code: 'Please enter the code' } : {})}
        send={async ({ code = '' }) => {
          const answer = await callIdentity('POST', 'confirmtotp', { body: { code } })
          if (!answer.ok) return answer.problems
          onDone(answer.value)
          return null
        }}
      >
        {(_typed, problems) => <CodeField id="totp-code" error={problems['code']} />}
      </Form>
      {children}
    </>
  )
}

export const beginTotp = () => callIdentity('POST', 'begintotp', { body: {} })

export function CodeField({
  id,
  name = 'code',
  label = 'Code from your authenticator app',
  error,
}: {
  id: string
  name?: string
  label?: string
  error: string | undefined
}) {
  return (
    <Field
      id={id}
      name={name}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      error={error}
      required
    />
  )
}

/** Drawn in the browser, so that the secret goes nowhere else. */
function QrCode({ text }: { text: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null)
  useEffect(() => {
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { border: 2 })
      const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
      setDrawn({ size, path })
    })
  }, [text])
  if (drawn === null) return <div className={`skeleton ${styles.qr}`} />
  return (
    <svg className={styles.qr} viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label="QR code for your app">
      <path d={drawn.path} fill="#000" />
    </svg>
  )
}

/** Shown once: recovery codes in case the phone is lost. */
export function RecoveryCodes({
  codes,
  button,
  onSaved,
}: {
  codes: readonly string[]
  button: string
  onSaved: () => void
}) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className={styles.form}>
      <Notice kind="info">
        Keep these recovery codes in a safe place. Each one lets you log in once if you lose your phone or your passkey.
        They are not shown again.
      </Notice>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.row}>
        <button type="button" className="button" onClick={onSaved}>
          {button}
        </button>
        <button
          type="button"
          className="button button--quiet"
          onClick={() => void navigator.clipboard?.writeText(codes.join('\n')).then(() => setIsCopied(true))}
        >
          Copy codes
        </button>
        <span role="status">{isCopied ? 'Copied.' : ''}</span>
      </div>
    </div>
  )
}
