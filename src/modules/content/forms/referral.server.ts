import { z } from 'zod'
import type { Brand } from '../../../brands/brands.ts'
import type { Settings } from '../../../brands/settings.server.ts'

/** Recommending the shop to a friend (settings Buyapowa… and referralConfig, decision platform-20). */

export type Referral = {
  readonly title: string
  readonly blurb: string
  /** Dollars for each of both; null where nothing is promised. */
  readonly reward: number | null
  /** Null where there are none. */
  readonly termsUrl: string | null
}

const own = z.object({
  title: z.string().trim().min(1).max(100).optional().catch(undefined),
  blurb: z.string().trim().min(1).max(1_000).optional().catch(undefined),
  rewardAmount: z.number().positive().max(10_000).optional().catch(undefined),
  termsUrl: z
    .string()
    .regex(/^(\/(?!\/)|https:\/\/)/)
    .max(500)
    .optional()
    .catch(undefined),
})

/** The texts of referralConfig; missing or invalid ones have defaults. */
export function referralOf({ companyName }: Pick<Brand, 'companyName'>, config: string): Referral {
  const { title, blurb, rewardAmount, termsUrl } = own.catch({}).parse(jsonOf(config))
  return {
    title: title ?? 'Refer a friend',
    blurb:
      blurb ??
      `Tell a friend about ${companyName}. Send them your link, so that we know who referred them when they make their first purchase.`,
    reward: rewardAmount ?? null,
    termsUrl: termsUrl ?? null,
  }
}

export type CoBuying = {
  /** The address where a referral link is created, also without script. */
  readonly campaign: string
  /** The third-party script that creates it on the shop's page. */
  readonly script: string
}

/** The campaign of an app at Buyapowa; null where it is off or has no host. */
export function coBuyingOf(brand: Brand, settings: Settings): CoBuying | null {
  const domain = settings.text(brand, 'BuyapowaMarketDomain')
  if (!settings.isOn(brand, 'BuyapowaEnabled') || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain)) return null
  const market = encodeURIComponent(settings.text(brand, 'BuyapowaMarket'))
  const slug = encodeURIComponent(settings.text(brand, 'BuyapowaCampaignSlug'))
  return {
    campaign: `https://${domain}/${market}/${slug}`,
    script: `https://${domain}/co-buying.js?market=${market}&campaign=${slug}`,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
