import { firstMessage, type ErrorItem } from '../../platform/http/problem.ts'

/** Error messages for failed calls, where the caller has none of its own (decision platform-12). Loaded on the first failure. */

/** Calls of account, staff, cooking demonstrations and content: what has other words has other ends too (decision platform-13). */
export const personalCalls =
  /^\/api\/(account|staff|(v2\/)?cookingdemo|page|static|blog|footer|sitemap|alertbanner)(\/|\?|$)/i

/** These have the words alone. */
const spokenOfAlike = /^\/api\/(contact|newsletter|promotion)(\/|\?|$)/i

const personalTexts: Readonly<Record<number, string>> = {
  401: 'You are not authorised for this action',
  403: 'permission denied for the resource',
  404: 'The page you looking for does not exist, please try again',
}
const personalOther = 'An error has occurred, please try again'

const shopTexts: Readonly<Record<number, string>> = {
  400: 'Invalid request. Please check your input.',
  401: 'Authentication required. Please log in again.',
  403: 'You do not have permission to perform this action.',
  404: 'The requested resource could not be found.',
  500: 'A server error occurred. Please try again later.',
}
export const shopOther = 'An unexpected error occurred. Please try again later.'

/** `status` is 0 where nothing answered; `body` is what came, or null. */
export function errorText(path: string, status: number, body: unknown): string {
  if (!personalCalls.test(path) && !spokenOfAlike.test(path)) return firstMessage(body, shopTexts[status] ?? shopOther)
  if (status === 400) return allMessages(body).join('\n') || personalOther
  // That there is a wait is more useful than that something went wrong (decision platform-03).
  if (status === 429) return firstMessage(body, personalOther)
  return personalTexts[status] ?? personalOther
}

/** Every message of an error body; none where it cannot be read. Readers take plain strings too (decision platform-02). */
function allMessages(body: unknown): string[] {
  const { errors } = (body ?? {}) as { errors?: unknown }
  if (!Array.isArray(errors)) return []
  return errors
    .map((one: ErrorItem | string) => (typeof one === 'string' ? one : one?.message))
    .filter((text): text is string => typeof text === 'string' && text !== '')
}
