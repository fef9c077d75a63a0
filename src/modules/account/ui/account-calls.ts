import { useEffect, useState } from 'react'
import type { ErrorBody } from '../../../platform/http/problem.ts'
import { callApi, type ApiAnswer } from '../../../ui/api.ts'

/** Calls of the account, and what is said when one goes wrong (decision platform-12). */

const fallback = 'An error has occurred, please try again'

const texts: Readonly<Record<number, string>> = {
  401: 'You are not authorised for this action',
  403: 'permission denied for the resource',
  404: 'The page you looking for does not exist, please try again',
}

type Refusal = Extract<ApiAnswer<unknown>, { ok: false }>

const errorsOf = ({ body }: Refusal) => ((body ?? {}) as Partial<ErrorBody>).errors ?? []

export function accountErrorText(answer: Refusal): string {
  if (answer.status !== 400) return texts[answer.status] ?? fallback
  const all = errorsOf(answer).map((one) => one.message)
  return all.length === 0 ? fallback : all.join('\n')
}

/** The same by field; what has none is under 'form'. */
export function accountProblems(answer: Refusal): Readonly<Record<string, string>> {
  const named = errorsOf(answer).filter((one) => one.field !== null)
  return answer.status === 400 && named.length > 0
    ? Object.fromEntries(named.map((one) => [one.field ?? 'form', one.message]))
    : { form: accountErrorText(answer) }
}

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly status: number; readonly message: string }
  | { readonly state: 'loaded'; readonly value: Value }

/** What a page shows of a call: it asks when it is shown, and again when the address changes or it is told to. */
export function useAccountCall<Value>(path: string): Loaded<Value> & { reload(): void } {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const asked = new AbortController()
    void callApi<Value>('GET', path, undefined, { signal: asked.signal }).then((answer) => {
      if (answer.ok) setLoaded({ state: 'loaded', value: answer.value })
      else if (answer.status !== -1)
        setLoaded({ state: 'failed', status: answer.status, message: accountErrorText(answer) })
    })
    return () => asked.abort()
  }, [path, round])
  return { ...loaded, reload: () => setRound((now) => now + 1) }
}
