/** Whether a shop sells: 'live' takes real money, 'staging' rehearses on its own data, 'demo' shows the demonstration. */
export type Realm = 'live' | 'staging' | 'demo'

const texts: Readonly<Record<Exclude<Realm, 'live'>, string>> = {
  staging: 'This is a staging shop: orders placed here are not real.',
  demo: 'This is a demonstration shop: nothing is actually sold.',
}

/** What mails and documents of a shop say of itself where nothing is really bought; null in a live shop. */
export const notRealText = ({ realm }: { readonly realm: Realm }): string | null =>
  realm === 'live' ? null : texts[realm]

/** The same behind another sentence; '' in a live shop. */
export const thenNotReal = (brand: { readonly realm: Realm }): string => {
  const text = notRealText(brand)
  return text === null ? '' : ` ${text}`
}
