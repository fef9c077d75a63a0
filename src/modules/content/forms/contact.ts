import type { AppCode } from '../../../brands/apps.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import { isStorable } from '../../../platform/database/storable.ts'

/** The rules of the contact form, the same in the browser and on the server (decision content-06). No I/O. */

export const contactTopics = ['Sales', 'Delivery', 'Order', 'Other'] as const
export type ContactTopic = (typeof contactTopics)[number]

export type ContactDraft = {
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly postcode: string | null
  readonly topic: ContactTopic
  readonly orderNumber: string | null
  readonly message: string
}

/** A message that has been sent. */
export type ContactRequest = ContactDraft & {
  readonly app: AppCode
  readonly reference: string
  readonly createdAt: Date
}

/** Characters, as form and server count them. */
export const contactLimits = { name: 80, email: 254, phone: 20, postcode: 4, orderNumber: 20, message: 1_000 } as const

export const contactTexts = {
  name: `Enter your name, at most ${contactLimits.name} characters`,
  email: 'Enter an email address like name@example.com',
  phone: 'Enter a phone number of 8 to 20 digits, or leave it empty',
  postcode: 'Enter a postcode of 4 digits, or leave it empty',
  topic: 'Choose what it is about',
  orderNumber: 'Enter an order number like W12345678, or leave it empty',
  message: `Write a message of at most ${contactLimits.message} characters`,
  characters: 'Remove the characters that we cannot accept',
} as const

/** The contact page for video calls, and its prefilled message (WebexEnabled, decision platform-20). */
export const videoCallPath = '/contact-us?video=1'
export const videoCallMessage = 'I would like a video call with an expert. A good time for me is '

export const contactThanks = 'Thanks, one of our experts will be in touch.'

type Field = keyof typeof contactLimits | 'topic'

/** A message as it is stored, or errors by field; empty fields are null. */
export function readContact(
  typed: Readonly<Record<string, string | null | undefined>>,
): Result<ContactDraft, Readonly<Partial<Record<Field, string>>>> {
  const line = (field: Field) => (typed[field] ?? '').trim().replaceAll(/\s+/g, ' ')
  // A browser submits line breaks as two characters and counts them as one.
  const message = (typed['message'] ?? '').replaceAll('\r\n', '\n').trim()
  const email = line('email').toLowerCase()
  const topic = contactTopics.find((one) => one === typed['topic']) ?? null
  const is: Record<Field, boolean> = {
    name: line('name').length >= 1 && line('name').length <= contactLimits.name,
    email: isStandardEmail(email),
    phone: /^$|^[\d +()-]{8,20}$/.test(line('phone')),
    postcode: /^$|^\d{4}$/.test(line('postcode')),
    topic: topic !== null,
    orderNumber: /^$|^[A-Za-z0-9-]{3,20}$/.test(line('orderNumber')),
    message: message.length >= 1 && message.length <= contactLimits.message,
  }
  const problems: Partial<Record<Field, string>> = {}
  for (const field of Object.keys(is) as Field[]) {
    if (!isStorable(typed[field] ?? '')) problems[field] = contactTexts.characters
    else if (!is[field]) problems[field] = contactTexts[field]
  }
  if (topic === null || Object.keys(problems).length > 0) return err(problems)
  return ok({
    name: line('name'),
    email,
    phone: line('phone') || null,
    postcode: line('postcode') || null,
    topic,
    orderNumber: line('orderNumber') || null,
    message,
  })
}
