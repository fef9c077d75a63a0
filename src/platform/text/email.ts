/** RFC 5321: no address is longer. */
export const maxEmailLength = 254

/** The loose rule of newsletter, coupon and cart (PHONE-12, decision platform-25): something, @, a domain with a dot inside, no blanks. */
export function isLooseEmail(email: string): boolean {
  if (email.length > maxEmailLength || /\s/.test(email)) return false
  const at = email.indexOf('@')
  const domain = email.slice(at + 1)
  // A dot at the first or last place of the domain has nothing before or behind it.
  return at > 0 && !domain.includes('@') && domain.slice(1, -1).includes('.')
}

// The pattern of the HTML standard for input type=email.
const standardEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** For checkout and accounts: the HTML standard's pattern with a dot in the domain, 5 to 254 characters, trimmed (platform-25). */
export function isStandardEmail(text: string): boolean {
  const email = text.trim()
  return email.length >= 5 && email.length <= maxEmailLength && standardEmail.test(email)
}
