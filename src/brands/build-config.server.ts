import type { Config } from '../platform/config/config.ts'
import { brandOf, type Brand } from './brands.ts'
import { apiName, clientIdOf, type AppCode } from './apps.ts'
import { placeholderOf } from './placeholder.ts'
import { identityAddress, originOf } from './sites.ts'

/** What one app of this build is and reaches (SETT-09, decision brands-08): the brand's row and the process's configuration in one. */
export type BuildConfig = {
  readonly app: AppCode
  readonly theme: Brand['theme']
  readonly env: Config['ENV']
  readonly production: boolean
  /** Calls of pages go to the page's own host (decision platform-08). */
  readonly apiHost: ''
  readonly apiName: typeof apiName
  readonly hostname: string
  readonly otherCountryHost: string | null
  readonly idClientId: string
  /** An origin, or ':3001' for the page's own host with another port. */
  readonly identityHost: string
  readonly winningCmsUrl: string
  readonly companyName: string
  readonly locale: Brand['locale']
  readonly customerSupportNumber: string
  readonly placeholderImage: string
  /** Empty for a feature that is off. The one of the card gateway never leaves the server. */
  readonly keys: { readonly cardPayment: string; readonly analytics: string; readonly maps: string }
}

export function buildConfigOf(app: AppCode, config: Config): BuildConfig {
  const { theme, otherCountryApp, companyName, locale, supportNumber } = brandOf(app)
  const hostOf = (one: AppCode) => {
    const origin = originOf(one, config)
    return origin === null ? null : new URL(origin).hostname
  }
  return {
    app,
    theme,
    env: config.ENV,
    production: config.ENV === 'prod',
    apiHost: '',
    apiName,
    hostname: hostOf(app) ?? new URL(config.publicUrl).hostname,
    otherCountryHost: otherCountryApp === null ? null : hostOf(otherCountryApp),
    idClientId: clientIdOf(app),
    identityHost: identityAddress(app, config),
    winningCmsUrl: config.cmsUrl,
    companyName,
    locale,
    customerSupportNumber: supportNumber,
    placeholderImage: placeholderOf(theme),
    keys: {
      cardPayment: config.GATEWAY_API_KEY,
      analytics: config.TAG_MANAGER_ID ?? '',
      maps: config.MAPS_KEY ?? '',
    },
  }
}
