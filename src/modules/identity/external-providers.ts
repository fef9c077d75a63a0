/** External identity providers (identity-18; Apple is added). */

export const providerNames = ['google', 'facebook', 'apple'] as const
export type ProviderName = (typeof providerNames)[number]

export const providerTitles = { google: 'Google', facebook: 'Facebook', apple: 'Apple' } as const satisfies Record<
  ProviderName,
  string
>

/** A provider for display. `isDemo` when a stand-in replaces it. */
export type OfferedProvider = { readonly name: ProviderName; readonly isDemo: boolean }

/** The providers of an app in a page's head, and their parser. */
export const metaOfProviders = (offered: readonly OfferedProvider[]): string =>
  offered.map(({ name, isDemo }) => (isDemo ? `${name}-demo` : name)).join(' ')

export function providersOfMeta(content: string): OfferedProvider[] {
  return content.split(' ').flatMap((text) => {
    const name = text.replace(/-demo$/, '')
    return isProviderName(name) ? [{ name, isDemo: name !== text }] : []
  })
}

export const isProviderName = (name: string): name is ProviderName =>
  (providerNames as readonly string[]).includes(name)

/** Errors of a login or a connection with another provider; the login page and the security page show them. */
export const externalProblems = [
  'cancelled',
  'failed',
  'silent',
  'no-email',
  'has-account',
  'unproved',
  'staff',
  'taken',
  'business',
] as const
export type ExternalProblem = (typeof externalProblems)[number]

export function externalProblemText(problem: ExternalProblem, provider: ProviderName): string {
  const name = providerTitles[provider]
  switch (problem) {
    case 'cancelled':
      return `You did not continue with ${name}. Nothing was changed.`
    case 'failed':
      return `${name} did not confirm who you are. Please try again.`
    case 'silent':
      return `${name} is not responding. Please try again later, or log in with your email.`
    case 'no-email':
      return `${name} did not share your email address with us, which an account needs. Please allow it there, or register with your email.`
    case 'has-account':
      return `There is an account with your email address. Log in to it, then connect ${name} on its security page.`
    case 'unproved':
      return `There is an account with your email address that has not been confirmed yet. To make sure it is yours, we have emailed you a link to choose a new password. Then connect ${name} on its security page.`
    case 'staff':
      return 'Please log in with your email and password.'
    case 'business':
      return `This shop is for businesses. Please create an account with your ABN first, then connect ${name} on its security page.`
    case 'taken':
      return `This ${name} account is already connected to another account.`
  }
}

/** The problem and the provider that an address names; null when it names neither. */
export function externalProblemOf(search: URLSearchParams): string | null {
  const [problem, provider] = [search.get('problem') ?? '', search.get('provider') ?? '']
  const isOurs = (externalProblems as readonly string[]).includes(problem) && isProviderName(provider)
  return isOurs ? externalProblemText(problem as ExternalProblem, provider) : null
}
