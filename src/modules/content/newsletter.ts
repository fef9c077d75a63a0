/** News by mail, as pages and calls say it. */

export type Subscription = { readonly email: string; readonly getsNews: boolean }

export const newsletterPath = '/account/newsletter'

export const newsletterTexts = {
  email: 'Enter an e-mail address like name@example.com',
  requested: 'Thanks. We have sent you a mail: press its button, and our news will come.',
  tooMany: 'Too many attempts. Please try again later.',
  gone: 'This link is invalid or has expired.',
  confirmed: 'Done. Our news and offers will come to',
  ended: 'Done. We send no more news to',
} as const
