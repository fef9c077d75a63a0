import { isStandardEmail } from '../../../../platform/text/email.ts'
import { callApi } from '../../../../ui/browser/api.ts'
import { notifyTexts, type NotifyProblems } from '../../notify-me.ts'

/** Sends the form by the API: null on success, or else the errors by field. */
export async function sendNotifyMe(form: HTMLFormElement, sku: string): Promise<NotifyProblems | null> {
  const fields = new FormData(form)
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value : null
  }
  const email = text('email') ?? ''
  if (!isStandardEmail(email)) return { email: notifyTexts.email }
  const answer = await callApi('POST', '/api/notifyme', {
    body: { sku, email, phone: text('phone'), callbackTime: text('callbackTime') },
  })
  if (answer.ok) return null
  const field = (answer.body as { errors?: { field: string | null }[] } | null)?.errors?.[0]?.field
  return { [field === 'email' || field === 'phone' ? field : 'form']: answer.message }
}
