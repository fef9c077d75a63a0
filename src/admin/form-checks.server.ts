import { isStorable } from '../platform/database/storable.ts'
import { readText } from '../platform/http/endpoint.ts'
import { isSameOriginRequest } from '../platform/http/same-origin.ts'
import { cardNumberFieldOf, cardNumberText } from '../platform/text/card-numbers.ts'
import type { AdminProblem } from './admin-context.server.ts'

/** Checks on a submitted form before it reaches a page. */

export type CheckedForm =
  /** `fields` is null for files, which the page reads itself. */
  | { readonly problem: null; readonly fields: URLSearchParams | null }
  /** `isForged`: it was not sent by a page of this host. */
  | { readonly problem: AdminProblem; readonly isForged: boolean }

/** Pages that take a file. */
const uploads = /^\/office\/(import|media\/new|[a-z-]+\/[^/]+\/files)$/

const maxBytes = { backOffice: 2_000_000, panel: 100_000 }

export async function checkForm(request: Request, pathname: string): Promise<CheckedForm> {
  const type = request.headers.get('content-type') ?? ''
  const isOwn = isSameOriginRequest(request)
  if (isOwn && /^multipart\/form-data\s*;/i.test(type) && uploads.test(pathname)) return { problem: null, fields: null }
  if (!isOwn || !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return { problem: message(403, 'This form was not sent from one of our pages.'), isForged: true }
  const isBackOffice = pathname.startsWith('/office')
  const fields = new URLSearchParams(await readText(request, isBackOffice ? maxBytes.backOffice : maxBytes.panel))
  if (!Array.from(fields.values()).every(isStorable))
    return { problem: message(400, 'The form contains an invalid character.'), isForged: false }
  // The back office rejects a card number with an error at its field, keeping everything else that was typed.
  const isRecord = isBackOffice && fields.get('intent') !== 'keep-view'
  const field = isRecord ? null : cardNumberFieldOf(fields)
  if (field !== null) return { problem: message(400, `${field}: ${cardNumberText}`), isForged: false }
  return { problem: null, fields }
}

export const message = (status: 400 | 401 | 403 | 404, text: string): AdminProblem => ({
  kind: 'message',
  status,
  text,
})
