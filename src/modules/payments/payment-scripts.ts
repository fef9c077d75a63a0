/**
 * The inventory of scripts on payment pages (PCI DSS 4.0.1, 6.4.3): the purpose of each, its owner, and how its integrity is assured. A
 * script that is not listed is not allowed by the page's policy, and the tamper check (11.6.1) reports it.
 */

export type PaymentScript = {
  readonly name: string
  /** The path of a first-party file, or a third-party origin. */
  readonly address: RegExp
  readonly shownAddress: string
  readonly reason: string
  readonly owner: string
  /** 'integrity': a hash on the element; 'policy hash': an inline script named by hash in the policy; 'origin': its host alone is named. */
  readonly wholeBy: 'integrity' | 'policy hash' | 'origin'
}

export const paymentScripts: readonly PaymentScript[] = [
  {
    name: 'The shop itself',
    address: /^\/assets\/[\w.-]+\.js$/,
    shownAddress: '/assets/*.js',
    reason: 'Shows the checkout, encrypts the card and sends the order',
    owner: 'Engineering',
    wholeBy: 'integrity',
  },
  {
    name: 'Fraud detection',
    address: /^\/assets\/fraud-detection\.js$/,
    shownAddress: '/assets/fraud-detection.js',
    reason: 'Gives the token with which the card gateway judges the risk of a payment (decision payments-30)',
    owner: 'Payments',
    wholeBy: 'integrity',
  },
  {
    name: 'Start of the page',
    address: /^inline$/,
    shownAddress: 'in the page',
    reason: 'Hands the page’s data to the shop’s script',
    owner: 'Engineering',
    wholeBy: 'policy hash',
  },
  {
    name: 'reCAPTCHA',
    address: /^https:\/\/www\.(google|gstatic|recaptcha)\.(com|net)$/,
    shownAddress: 'https://www.google.com, https://www.gstatic.com',
    reason:
      'Tells people from programs that try cards; only where it is configured. Its provider changes it without notice, so it has no hash',
    owner: 'Payments',
    wholeBy: 'origin',
  },
  {
    name: 'Google Pay',
    address: /^https:\/\/pay\.google\.com$/,
    shownAddress: 'https://pay.google.com',
    reason:
      'Paying with Google Pay; only where it is configured. Its provider changes it without notice, so it has no hash',
    owner: 'Payments',
    wholeBy: 'origin',
  },
  {
    name: 'Address suggestions',
    address: /^https:\/\/maps\.googleapis\.com$/,
    shownAddress: 'https://maps.googleapis.com',
    reason: 'Suggests addresses; only where there is a key. Its provider changes it without notice, so it has no hash',
    owner: 'Engineering',
    wholeBy: 'origin',
  },
]

/** A checkout page as a browser received it. */
export type ReceivedPage = {
  readonly status: number
  readonly isHttps: boolean
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly scripts: readonly {
    readonly src: string
    readonly integrity: string | null
    readonly digest: string | null
  }[]
}

/** Required headers of a payment page, and what they must contain. */
const expectedHeaders = [
  ['content-security-policy', 'report-uri'],
  ['content-security-policy', "object-src 'none'"],
  ['content-security-policy', "base-uri 'none'"],
  ['content-security-policy', "frame-ancestors 'self'"],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'SAMEORIGIN'],
] as const

/** Directives that could leak input: no source here may be a whole scheme or every host. */
const outwardDirectives = ['connect-src', 'form-action', 'frame-src'] as const

/** Deviations of a received page from the inventory; an empty list for an unaltered page. */
export function tamperings(page: ReceivedPage): string[] {
  if (page.status !== 200) return [`The page answered ${page.status}.`]
  const policy = page.headers['content-security-policy'] ?? ''
  const directives = new Map(
    policy.split(';').map((one) => {
      const [name = '', ...sources] = one.trim().split(/ +/)
      return [name, sources] as const
    }),
  )
  const sources = directives.get('script-src')
  if (sources === undefined) return ['The page has no script-src.']
  const found: string[] = []
  for (const [name, part] of expectedHeaders)
    if (!(page.headers[name] ?? '').includes(part)) found.push(`The header ${name} lacks ${part}.`)
  if (page.isHttps && page.headers['strict-transport-security'] === undefined)
    found.push('The header strict-transport-security is missing.')
  const hasThirdParties = sources.some((source) => /^https?:/.test(source))
  if (!hasThirdParties && !directives.has('require-trusted-types-for'))
    found.push('The policy does not require Trusted Types.')
  if (!hasThirdParties && !(page.headers['integrity-policy'] ?? '').includes('script'))
    found.push('The header integrity-policy does not cover scripts.')
  for (const name of outwardDirectives)
    for (const source of directives.get(name) ?? [])
      if (/^(https?:|wss?:|\*)$/.test(source)) found.push(`${name} allows ${source}, which is every host.`)
  for (const source of sources) {
    const isKnown =
      source === `'self'` ||
      /^'sha(256|384|512)-[\w+/=]+'$/.test(source) ||
      paymentScripts.some(({ address, wholeBy }) => wholeBy === 'origin' && address.test(source))
    if (!isKnown) found.push(`script-src allows ${source}, which is not in the inventory.`)
  }
  for (const { src, integrity, digest } of page.scripts) {
    if (src === 'inline') {
      if (digest !== null && !sources.includes(`'${digest}'`))
        found.push(`An inline script (${digest}) is not named by the policy.`)
      continue
    }
    const address = src.startsWith('/') ? src : URL.canParse(src) ? new URL(src).origin : src
    const known = paymentScripts.find((one) => one.address.test(address))
    if (known === undefined) found.push(`${src} is not in the inventory.`)
    else if (known.wholeBy === 'integrity' && integrity === null) found.push(`${src} has no integrity.`)
    else if (known.wholeBy === 'integrity' && digest !== null && integrity !== digest)
      found.push(`${src} is not the file that its integrity names.`)
  }
  return found
}

/** Headers of which any change is a finding; nonces and dates are in none of them. */
const comparedHeaders = [
  'content-security-policy',
  'content-security-policy-report-only',
  'integrity-policy',
  'strict-transport-security',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
] as const

/**
 * Deviations of a page from its approved version. The page's own hashes prove nothing against an attacker who can change page and policy
 * together, so the approved page is stored elsewhere.
 */
export function changesSince(approved: ReceivedPage, page: ReceivedPage): string[] {
  const found: string[] = []
  for (const name of comparedHeaders)
    if (approved.headers[name] !== page.headers[name])
      found.push(
        `The header ${name} was ${approved.headers[name] ?? 'absent'} and is ${page.headers[name] ?? 'absent'}.`,
      )
  const named = ({ scripts }: ReceivedPage) =>
    new Set(scripts.map(({ src, digest }) => `${src} ${digest ?? 'of another host'}`))
  const [before, now] = [named(approved), named(page)]
  for (const one of now) if (!before.has(one)) found.push(`New or changed script: ${one}.`)
  for (const one of before) if (!now.has(one)) found.push(`Missing script: ${one}.`)
  return found
}
