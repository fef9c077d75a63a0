import { callApi } from '../../../ui/browser/api.ts'
import { memberFailure, memberStore } from './member.ts'
import { onSession, notifications } from './session.ts'

let requested: Promise<void> | null = null

onSession((what) => {
  if (what !== notifications.LoggedOut) return
  requested = null
  memberStore.set(null)
})

/** Loads the signed-in account, once; the result is cached until logout or a change of the profile (ACCT-10). */
export function loadMember({ anew = false } = {}): Promise<void> {
  if (anew) requested = null
  requested ??= callApi('GET', '/api/account').then((answer) => {
    memberStore.set(answer.ok ? answer.value : null)
    if (!answer.ok) memberFailure.reported?.(answer.status)
  })
  return requested
}
