import type { Config } from '../platform/config/config.ts'
import { appCodes, type AppCode } from './apps.ts'
import type { Brand, EffectiveBrand } from './brands.ts'
import { resolveEffectiveBrand } from './effective-brand.server.ts'
import { buildConfigOf, type BuildConfig } from './build-config.server.ts'
import type { Settings } from './settings.server.ts'
import { identityAddress, identitySource, originOf, ownHosts } from './sites.ts'

/** What this installation is: which brands it serves, where, and what it shows beside the shop. */
export interface Site {
  /** A brand as this installation serves it. */
  effectiveBrand(app: AppCode): EffectiveBrand
  /** The same shop for the other country; null when there is none, or this installation has no host for it. */
  otherCountry(brand: Brand): EffectiveBrand | null
  /** Where a browser reaches a brand's identity host, for links and for policies. */
  identityHost(brand: Brand): { readonly address: string; readonly source: string }
  /** What each app is and reaches. */
  readonly builds: Readonly<Record<AppCode, BuildConfig>>
  /** Hosts of the installation's own shops, without ports. */
  readonly ownHosts: ReadonlySet<string>
  /** Whether the gallery of building blocks has pages: never in production. */
  readonly showsGallery: boolean
  /** Whether it runs on a developer's machine. */
  readonly isDevelopment: boolean
  /** Where people report vulnerabilities; null where no address is configured. */
  readonly securityContact: string | null
}

export function openSite({ config, settings }: { config: Config; settings: Settings }): Site {
  const effectiveBrand = (app: AppCode) => resolveEffectiveBrand(app, settings, config)
  return {
    effectiveBrand,
    otherCountry: ({ otherCountryApp: app }) =>
      app === null || originOf(app, config) === null ? null : effectiveBrand(app),
    identityHost({ app }) {
      const address = identityAddress(app, config)
      return { address, source: identitySource(address, config.publicUrl) }
    },
    builds: Object.fromEntries(appCodes.map((app) => [app, buildConfigOf(app, config)])) as Site['builds'],
    ownHosts: ownHosts(config),
    showsGallery: config.showsGallery,
    isDevelopment: config.ENV === 'dev',
    securityContact: config.SECURITY_CONTACT ?? null,
  }
}
