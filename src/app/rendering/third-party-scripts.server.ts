import type { Brand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import { coBuyingOf } from '../../modules/content/referral.server.ts'
import type { AnalyticsAccess } from '../../modules/analytics/analytics.ts'
import {
  noThirdParties,
  type ProgramName,
  type ThirdPartyScripts,
  type ThirdParties,
} from '../../ui/third-parties/third-parties.ts'

/** The programs of others that a page may run. Where one pays or signs in there are none but those that measure, which we tell ourselves. */
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
    // Browsers come to the confirmation by a load and not by a link, so its policy may be one of its own.
    charityScriptUrl: isConfirmation ? settings.text(brand, 'charityScriptUrl') || null : null,
    googlePay: settings.isOn(brand, 'IsGooglePayExpressEnabled') ? payments.googlePay(brand) : null,
    captcha: captcha.access(brand),
    analytics,
    programs: thirdPartyScriptsOf(brand, settings),
  }
}

/**
 * The programs of others that an app's settings switch on, by their addresses; null where there are none. One without an address, or with a
 * mistyped one, is never asked for (decision platform-22).
 */
export function thirdPartyScriptsOf(brand: Brand, settings: Settings): ThirdPartyScripts | null {
  const text = (name: Parameters<Settings['text']>[1]) => settings.text(brand, name)
  const isOn = (name: Parameters<Settings['isOn']>[1]) => settings.isOn(brand, name)
  const widgets = [...(isOn('AreaTenPanEnabled') ? ['pan'] : []), ...(isOn('AreaTenHeraEnabled') ? ['hera'] : [])]
  const addresses: Readonly<Record<ProgramName, string | null>> = {
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
