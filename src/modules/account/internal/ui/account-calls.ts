import { useEffect, useState } from 'react'
import { messagesOf, type FieldMessages } from '../../../../platform/forms/typed-form.ts'
import { firstMessage, type ErrorBody } from '../../../../platform/http/problem.ts'
import { signedIn, type ApiAnswer } from '../../../../ui/browser/api.ts'
import { failedToLoad, loaded, loading, notLoaded, type Loaded } from '../../../../ui/browser/load-state.ts'

/** API calls of the account, and their error messages (decision platform-12). */

const fallback = 'An error has occurred, please try again'

const texts: Readonly<Record<number, string>> = {
  401: 'You are not authorised for this action',
  403: 'permission denied for the resource',
  404: 'The page you looking for does not exist, please try again',
}

type FailedAnswer = Extract<ApiAnswer<unknown>, { ok: false }>

const errorsOf = ({ body }: FailedAnswer) => ((body ?? {}) as Partial<ErrorBody>).errors ?? []

export function accountErrorText(answer: FailedAnswer): string {
  if (answer.status !== 400) return texts[answer.status] ?? fallback
  const all = errorsOf(answer).map((one) => one.message)
  return all.length === 0 ? fallback : all.join('\n')
}

/** Errors by field; an error without one is under 'form'. */
export function accountProblems(answer: FailedAnswer): FieldMessages {
  const named = errorsOf(answer).filter((one) => one.field !== null)
  return answer.status === 400 && named.length > 0 ? messagesOf(named) : { form: accountErrorText(answer) }
}

/** What a page shows of a call: it asks when it is shown, and again when what it is of changes or it is told to. */
export function useAccountCall<Value>(
  ask: (signal: AbortSignal) => Promise<ApiAnswer<Value>>,
  subject: string | number = '',
): Loaded<Value> & { reload(): void } {
  const [call, setCall] = useState<{ of: string | number; is: Loaded<Value> }>({ of: subject, is: notLoaded })
  const [round, setRound] = useState(0)
  // What was fetched of another subject is nothing of this one.
  const of = (before: Loaded<Value>, from: string | number): Loaded<Value> => (from === subject ? before : notLoaded)
  useEffect(() => {
    const requested = new AbortController()
    setCall((now) => ({ of: subject, is: loading(of(now.is, now.of)) }))
    void ask(requested.signal).then((answer) => {
      if (answer.ok) setCall({ of: subject, is: loaded(answer.value) })
      else if (answer.status !== -1)
        setCall((now) => ({
          of: subject,
          is: failedToLoad(now.is, { status: answer.status, message: accountErrorText(answer) }),
        }))
    })
    return () => requested.abort()
    // `ask` is made anew with every render, and `of` goes by the subject alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [subject, round])
  return { ...of(call.is, call.of), reload: () => setRound((now) => now + 1) }
}

/**
 * Fetches a file as whoever has signed in, or has opened an order, and hands it to the browser; the words to show when it cannot be had. Not
 * by `callApi`, which answers JSON.
 */
export async function downloadFile(path: string, name: string): Promise<string | null> {
  const session = await signedIn.load?.()
  const bearer = (await session?.headers()) ?? {}
  const response = await fetch(path, { credentials: 'same-origin', headers: bearer }).catch(() => null)
  if (response === null) return fallback
  if (!response.ok) return firstMessage(await response.json().catch(() => null), fallback)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return null
}
