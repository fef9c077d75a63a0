/** The captcha data in a page's head: its script and the site keys; null where nothing is checked. */
export type CaptchaAccess = {
  readonly url: string
  readonly checkbox: string | null
  readonly invisible: string | null
}

/** The field that the ticked box writes into its form. */
export const captchaField = 'g-recaptcha-response'

export const captchaText = 'Please confirm that you are not a robot.'
