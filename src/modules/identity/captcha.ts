/** What the head of a page says of the captcha: where its script is, and the site's keys; null where nothing is asked. */
export type CaptchaAccess = {
  readonly url: string
  readonly checkbox: string | null
  readonly invisible: string | null
}

/** The field that the ticked box writes into its form. */
export const captchaField = 'g-recaptcha-response'

export const captchaText = 'Please confirm that you are not a robot.'
