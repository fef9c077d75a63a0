/** The newsletter's form and messages, for pages and calls. */

export type Subscription = { readonly email: string; readonly getsNews: boolean }

export const newsletterPath = '/account/newsletter'

export const newsletterTexts = {
  email: 'Enter an email address like name@example.com',
  requested: 'Thanks. We have emailed you a link. Please use it to confirm your subscription.',
  tooMany: 'Too many attempts. Please try again later.',
  gone: 'This link is invalid or has expired.',
  confirmed: 'Done. We will send our news and offers to',
  ended: 'Done. We will send no more news to',
} as const
