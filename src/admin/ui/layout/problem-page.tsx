import { isRouteErrorResponse, useLocation } from 'react-router'
import type { AdminProblem, Confirmation } from '../../admin-context.server.ts'
import { SubmitButton } from '../controls/button.tsx'
import { ErrorNotice } from '../controls/notice.tsx'
import styles from './problem-page.module.css'
import type { ReactNode } from 'react'

/** A standalone page: without a signed-in member, or without a layout. */
export function PlainPage({ children }: { children: ReactNode }) {
  return <main className={styles['plain']}>{children}</main>
}

/** The page shown in place of one that was denied or failed. */
export function ProblemPage({ error }: { error: unknown }) {
  const problem = problemOf(error)
  if (problem?.kind === 'confirm') return <ConfirmPage confirmation={problem} />
  const [title, text] =
    problem === null
      ? ['Something went wrong', 'An error has occurred, please try again.']
      : [titles[problem.status] ?? 'Not completed', problem.text]
  return (
    <>
      <title>{title}</title>
      <h1 className={styles['title']}>{title}</h1>
      <ErrorNotice>
        <p>{text}</p>
      </ErrorNotice>
    </>
  )
}

const titles: Readonly<Record<number, string>> = { 401: 'Please log in', 403: 'Not allowed', 404: 'Not found' }

function problemOf(error: unknown): AdminProblem | null {
  if (!isRouteErrorResponse(error)) return null
  const { data, status } = error
  if (typeof data === 'object' && data !== null && 'kind' in data) return data as AdminProblem
  if (status !== 404 && status !== 405) return null
  return { kind: 'message', status: 404, text: 'This page does not exist.' }
}

/** Asks for the second factor, and submits the form again. The whole page is loaded, since the response may be a file. */
function ConfirmPage({ confirmation: { form, error } }: { confirmation: Confirmation }) {
  const { pathname, search } = useLocation()
  const sent = form ?? [['proofFor', 'page'] as const]
  return (
    <form method="post" action={`${pathname}${search}`} className={styles['confirm']}>
      <title>Confirm that it is you</title>
      <h1 className={styles['title']}>Confirm that it is you</h1>
      <p>This action needs your second factor again, which then stays valid for 10 minutes.</p>
      {error !== null && (
        <ErrorNotice>
          <p>{error}</p>
        </ErrorNotice>
      )}
      {sent.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <div className={styles['code']}>
        <label htmlFor="proof">Code from your authenticator app, or a recovery code</label>
        <input id="proof" name="proof" inputMode="text" autoComplete="one-time-code" maxLength={40} required />
      </div>
      <SubmitButton>Confirm and continue</SubmitButton>
      <p>Using a passkey? Confirm on your account’s security page in the shop, then try again.</p>
    </form>
  )
}
