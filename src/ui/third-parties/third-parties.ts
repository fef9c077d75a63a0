import type { Allowances } from '../../platform/http/content-policy.ts'
import type { PageType } from '../../platform/page-types.ts'

/** Programs of others that a page runs, by the keys that turn each of them on. */
export type ThirdParties = {
  /** Of the chat provider; null where there is no chat (CHAT-01). */
  readonly chatAppId: string | null
  /** Of the customer-review service; null where there is no badge (SHELL-03). */
  readonly reviewMerchantId: string | null
  /** The script of the charity that the shop gives to; null where there is none, and on every page but the confirmation of an order. */
  readonly charityScriptUrl: string | null
  /** Of Google Pay, with where its script is; null where its button is off. */
  readonly googlePay: { readonly scriptUrl: string } | null
  /** Of the captcha, with where it is; null where no form has one. */
  readonly captcha: { readonly url: string } | null
  /** Addresses of the analytics providers; null where there are none. */
  readonly analytics: Readonly<Partial<Record<string, { readonly url: string; readonly id: string }>>> | null
  /** Addresses of programs that draw by themselves; null where there are none. */
  readonly programs: ThirdPartyScripts | null
}

/** Programs that are run by their address alone, each on its own types of page. */
export type ThirdPartyScriptName =
  | 'videoPlayers'
  | 'coBuying'
  | 'scheduling'
  | 'contentWidgets'
  | 'zipWidget'
  | 'webConferencing'
export type ThirdPartyScripts = Readonly<Partial<Record<ThirdPartyScriptName, string>>>

export const noThirdParties: ThirdParties = {
  chatAppId: null,
  reviewMerchantId: null,
  charityScriptUrl: null,
  googlePay: null,
  captcha: null,
  analytics: null,
  programs: null,
}

/** The consent needed before it loads: none for what a page is for, or a yes to the category. */
export type ConsentClass = 'functional' | 'analytics' | 'marketing' | 'personalisation'

type ThirdParty = {
  readonly purpose: string
  readonly consent: ConsentClass
  /** Never on pages with payments, logins or passwords, except for `checkout`. */
  readonly pages: 'all' | 'confirmation' | 'checkout'
  /** The types of page it runs on; left out where it runs on all that `pages` names. */
  readonly on?: readonly PageType[]
  /** What a policy must allow for it; null while it is off. */
  readonly allows: (keys: ThirdParties & { readonly mapsUrl: string | null }) => Partial<Allowances> | null
}

const program = (
  name: ThirdPartyScriptName,
  { purpose, consent, on }: { purpose: string; consent: ConsentClass; on: readonly PageType[] },
): ThirdParty => ({ purpose, consent, pages: 'all', on, allows: ({ programs }) => drawnBy(programs?.[name] ?? null) })

/**
 * The inventory of third-party scripts: the purpose of each, where it runs, and the consent it needs. The content policy of a page follows
 * from it, so a script that is not listed does not load.
 */
export const inventory = {
  chat: {
    purpose: 'Live chat with customer service (Intercom)',
    consent: 'functional',
    pages: 'all',
    /** As Intercom lists them for those who have a content policy. */
    allows: ({ chatAppId }) =>
      chatAppId === null
        ? null
        : {
            script: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
            connect: ['https://*.intercom.io', 'wss://*.intercom.io', 'https://uploads.intercomcdn.com'],
            frame: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
            font: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
            media: ['https://js.intercomcdn.com'],
            image: [
              'https://js.intercomcdn.com',
              'https://static.intercomassets.com',
              'https://downloads.intercomcdn.com',
              'https://uploads.intercomusercontent.com',
              'https://gifs.intercomcdn.com',
              'https://messenger-apps.intercom.io',
            ],
            inlineStyle: true,
          },
  },
  reviews: {
    purpose: 'Shop ratings, and the survey after an order (Google Customer Reviews)',
    consent: 'functional',
    pages: 'all',
    /** Google's loader, what it loads, and the badge, which is a page of Google's in a frame. */
    allows: ({ reviewMerchantId }) =>
      reviewMerchantId === null
        ? null
        : {
            script: ['https://apis.google.com', 'https://www.gstatic.com'],
            frame: ['https://apis.google.com', 'https://www.google.com'],
            image: ['https://www.gstatic.com'],
          },
  },
  charity: {
    purpose: 'Donations with an order',
    consent: 'functional',
    pages: 'confirmation',
    allows: ({ charityScriptUrl }) => scriptOf(charityScriptUrl),
  },
  captcha: {
    purpose: 'Bot protection of forms (reCAPTCHA)',
    consent: 'functional',
    pages: 'checkout',
    /** As Google lists them: its script and what that loads, its questions, and the box, which is a page of Google's in a frame. */
    allows({ captcha }) {
      const allowed = scriptOf(captcha?.url ?? null)
      const [host] = allowed?.script ?? []
      return host === undefined
        ? null
        : {
            script: [host, 'https://www.gstatic.com'],
            connect: [host],
            frame: [host, 'https://recaptcha.google.com'],
            image: ['https://www.gstatic.com'],
          }
    },
  },
  googlePay: {
    purpose: 'Express checkout (Google Pay)',
    consent: 'functional',
    pages: 'all',
    /** Google's script, its requests, and its sheet, which is a page of Google's in a frame. The button is the shop's own. */
    allows({ googlePay }) {
      const allowed = scriptOf(googlePay?.scriptUrl ?? null)
      const [host] = allowed?.script ?? []
      return host === undefined
        ? null
        : { ...allowed, connect: [host, 'https://google.com'], frame: [host], image: ['https://www.gstatic.com'] }
    },
  },
  maps: {
    purpose: 'Address suggestions',
    consent: 'functional',
    pages: 'checkout',
    allows: ({ mapsUrl }) => scriptOf(mapsUrl),
  },
  videoPlayers: program('videoPlayers', {
    purpose: 'Players for videos hosted by manufacturers',
    consent: 'personalisation',
    on: ['product', 'blog', 'pages', 'virtualTour'],
  }),
  coBuying: program('coBuying', {
    purpose: 'Referral links (Buyapowa)',
    consent: 'functional',
    on: ['referAFriend'],
  }),
  scheduling: program('scheduling', {
    purpose: 'Booking a time with an expert',
    consent: 'functional',
    on: ['contactUs'],
  }),
  contentWidgets: program('contentWidgets', {
    purpose: 'Manufacturer content on product pages (AreaTen)',
    consent: 'personalisation',
    on: ['product'],
  }),
  zipWidget: program('zipWidget', {
    purpose: 'Explanation of Zip payments',
    consent: 'functional',
    on: ['product', 'zipPay'],
  }),
  webConferencing: program('webConferencing', {
    purpose: 'Video calls with an expert (Webex)',
    consent: 'functional',
    on: ['contactUs'],
  }),
  tagManager: {
    purpose: 'Tags of advertising partners',
    consent: 'marketing',
    pages: 'all',
    /** Tags that show pictures of further hosts do not load them. */
    allows({ analytics }) {
      const allowed = scriptOf(analytics?.['dataLayer']?.url ?? null)
      return allowed === null ? null : { ...allowed, image: allowed.script ?? [] }
    },
  },
  // These have no script of their own: the shop sends events to them, also from the checkout.
  pageTracking: {
    purpose: 'Page view analytics',
    consent: 'analytics',
    pages: 'checkout',
    allows: ({ analytics }) => originOf(analytics?.['pageTracking']?.url ?? null, 'connect'),
  },
  behaviour: {
    purpose: 'Behaviour analytics',
    consent: 'analytics',
    pages: 'checkout',
    allows: ({ analytics }) => originOf(analytics?.['behaviour']?.url ?? null, 'connect'),
  },
  facebook: {
    purpose: 'Conversions from ads on a social network',
    consent: 'marketing',
    pages: 'checkout',
    allows: ({ analytics }) => originOf(analytics?.['facebook']?.url ?? null, 'image'),
  },
} as const satisfies Readonly<Record<string, ThirdParty>>

/** Their keys are in the page's head: the code that reads them is loaded after first paint. */
export function metaOf(keys: ThirdParties): { name: string; content: string }[] {
  return Object.entries(keys).flatMap(([name, content]) =>
    content === null ? [] : [{ name, content: typeof content === 'string' ? content : JSON.stringify(content) }],
  )
}

/** The addresses of the programs that run on a type of page, with what the visitor allows. */
export function scriptsToRun(
  programs: ThirdPartyScripts | null,
  {
    pageType,
    allows,
  }: { readonly pageType: string; readonly allows: (consent: Exclude<ConsentClass, 'functional'>) => boolean },
): string[] {
  return Object.entries(programs ?? {})
    .filter(([name]) => {
      const { on, consent } = inventory[name as ThirdPartyScriptName]
      return on?.some((type) => type === pageType) === true && (consent === 'functional' || allows(consent))
    })
    .map(([, address]) => address)
}

/** Whether one of them waits for a yes. */
export const needsYes = (programs: ThirdPartyScripts | null): boolean =>
  Object.keys(programs ?? {}).some((name) => inventory[name as ThirdPartyScriptName].consent !== 'functional')

/**
 * What a page must allow for the scripts it runs, and nothing else. `mapsUrl` is the source of address suggestions; null without one.
 * `isClosed` is for pages with payments or logins.
 */
export function allowancesOf(
  keys: ThirdParties,
  mapsUrl: string | null = null,
  { isClosed = false }: { readonly isClosed?: boolean } = {},
): Allowances {
  const runs = Object.values<ThirdParty>(inventory).filter(({ pages }) => !isClosed || pages === 'checkout')
  const used: Partial<Allowances>[] = runs.flatMap(({ allows }) => allows({ ...keys, mapsUrl }) ?? [])
  const all = (kind: Exclude<keyof Allowances, 'inlineStyle'>) => [...new Set(used.flatMap((one) => one[kind] ?? []))]
  return {
    script: all('script'),
    connect: all('connect'),
    frame: all('frame'),
    font: all('font'),
    media: all('media'),
    image: all('image'),
    inlineStyle: used.some((one) => one.inlineStyle ?? false),
  }
}

/** A setting may be mistyped, and no page must fail for it: then nothing is allowed, and nothing loads. */
function originOf(url: string | null, kind: 'connect' | 'image'): Partial<Allowances> | null {
  return url === null || !URL.canParse(url) ? null : { [kind]: [new URL(url).origin] }
}

/** Its script and its answers; it draws nothing. */
function scriptOf(url: string | null): Partial<Allowances> | null {
  if (url === null || !URL.canParse(url)) return null
  const { origin } = new URL(url)
  return { script: [origin], connect: [origin] }
}

/** Its script, its requests, and frames and pictures of its own. */
function drawnBy(url: string | null): Partial<Allowances> | null {
  const allowed = scriptOf(url)
  const own = allowed?.script ?? []
  return allowed === null ? null : { ...allowed, frame: own, image: own }
}
