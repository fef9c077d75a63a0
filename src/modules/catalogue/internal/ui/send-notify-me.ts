import type { FieldMessages, Typed } from '../../../../platform/forms/typed-form.ts'
import { callApi } from '../../../../ui/browser/api.ts'

/** Sends the form by the API: null on success, or else the errors by field. */
export async function sendNotifyMe(typed: Typed, sku: string): Promise<FieldMessages | null> {
  const text = (name: string) => {
    const value = typed[name] ?? ''
    return value.trim() === '' ? null : value
  }
  const answer = await callApi('POST', '/api/notifyme', {
    body: { sku, email: text('email') ?? '', phone: text('phone'), callbackTime: text('callbackTime') },
  })
  if (answer.ok) return null
  const field = (answer.body as { errors?: { field: string | null }[] } | null)?.errors?.[0]?.field
  return { [field === 'email' || field === 'phone' ? field : 'form']: answer.message }
}
