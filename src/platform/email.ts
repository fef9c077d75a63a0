/** The loose pattern of newsletter, coupon and cart (PHONE-12, decision platform-25). */
export const looseEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

// The pattern of the HTML standard for input type=email.
const standardEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** For checkout and accounts: the HTML standard's pattern with a dot in the domain, 5 to 254 characters, trimmed (platform-25). */
export function isStandardEmail(text: string): boolean {
  const email = text.trim()
  return email.length >= 5 && email.length <= 254 && standardEmail.test(email)
}
