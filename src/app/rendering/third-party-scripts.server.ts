import type { Brand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import { coBuyingOf } from '../../modules/content/forms/referral.server.ts'
import type { AnalyticsAccess } from '../../modules/analytics/analytics.ts'
import {
  noThirdParties,
  type ThirdPartyScriptName,
  type ThirdPartyScripts,
  type ThirdParties,
} from '../../ui/third-parties/third-parties.ts'

/**
 * The third-party scripts that a page may run. On pages with payments or logins there are only the analytics providers to which the shop
 * itself sends events.
 */
export function thirdPartiesOf(
  brand: Brand,
  {
    settings,
    analytics: { access: analytics },
    payments,
    identity: { captcha },
  }: {
    readonly settings: Settings
    readonly analytics: { readonly access: AnalyticsAccess | null }
    readonly payments: { googlePay(brand: Brand): ThirdParties['googlePay'] }
    readonly identity: { readonly captcha: { access(brand: Brand): ThirdParties['captcha'] } }
  },
  { isClosed, isConfirmation }: { readonly isClosed: boolean; readonly isConfirmation: boolean },
): ThirdParties {
  if (isClosed) return { ...noThirdParties, captcha: captcha.access(brand), analytics }
  return {
    chatAppId: settings.isOn(brand, 'IntercomEnabled') ? settings.text(brand, 'IntercomAppId') || null : null,
    reviewMerchantId: settings.text(brand, 'reviewMerchantId') || null,
    // The confirmation page is always loaded, never navigated to, so it has a policy of its own.
    charityScriptUrl: isConfirmation ? settings.text(brand, 'charityScriptUrl') || null : null,
    googlePay: settings.isOn(brand, 'IsGooglePayExpressEnabled') ? payments.googlePay(brand) : null,
    captcha: captcha.access(brand),
    analytics,
    programs: thirdPartyScriptsOf(brand, settings),
  }
}

/**
 * The third-party scripts that an app's settings turn on, by address; null where there are none. One without a valid address is never
 * requested (decision platform-22).
 */
export function thirdPartyScriptsOf(brand: Brand, settings: Settings): ThirdPartyScripts | null {
  const text = (name: Parameters<Settings['text']>[1]) => settings.text(brand, name)
  const isOn = (name: Parameters<Settings['isOn']>[1]) => settings.isOn(brand, name)
  const widgets = [...(isOn('AreaTenPanEnabled') ? ['pan'] : []), ...(isOn('AreaTenHeraEnabled') ? ['hera'] : [])]
  const addresses: Readonly<Record<ThirdPartyScriptName, string | null>> = {
    videoPlayers: text('VideoPlayerScriptUrl'),
    coBuying: coBuyingOf(brand, settings)?.script ?? null,
    scheduling: text('SchedulingScriptUrl'),
    contentWidgets: widgets.length === 0 ? null : withQuery(text('AreaTenScriptUrl'), { widgets: widgets.join(',') }),
    zipWidget: text('ZipWidgetScriptUrl'),
    webConferencing: isOn('WebexEnabled') ? text('WebexScriptUrl') : null,
  }
  const usable = Object.entries(addresses).filter(([, address]) => address !== null && isAddress(address))
  return usable.length === 0 ? null : (Object.fromEntries(usable) as ThirdPartyScripts)
}

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function withQuery(address: string, query: Readonly<Record<string, string>>): string | null {
  return isAddress(address) ? `${address}?${new URLSearchParams(query)}` : null
}
