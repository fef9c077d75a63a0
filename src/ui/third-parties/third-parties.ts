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
  /** Where those are that measure; null where nobody does. */
  readonly analytics: Readonly<Partial<Record<string, { readonly url: string; readonly id: string }>>> | null
  /** Addresses of programs that draw by themselves; null where there are none. */
  readonly programs: ThirdPartyScripts | null
}

/** Programs that are run by their address alone, each on its own types of page. */
export type ProgramName =
  'videoPlayers' | 'coBuying' | 'scheduling' | 'contentWidgets' | 'zipWidget' | 'webConferencing'
export type ThirdPartyScripts = Readonly<Partial<Record<ProgramName, string>>>

export const noThirdParties: ThirdParties = {
  chatAppId: null,
  reviewMerchantId: null,
  charityScriptUrl: null,
  googlePay: null,
  captcha: null,
  analytics: null,
  programs: null,
}

/** What somebody must have said before it is loaded: nothing, for what a page is for; or that they may be measured. */
export type ConsentClass = 'functional' | 'measuring'

type ThirdParty = {
  readonly purpose: string
  readonly consent: ConsentClass
  /** Never where one pays, signs in or chooses a password, but for what is named `checkout`. */
  readonly pages: 'all' | 'confirmation' | 'checkout'
  /** The types of page it runs on; left out where it runs on all that `pages` names. */
  readonly on?: readonly PageType[]
  /** What a policy must allow for it; null while it is off. */
  readonly allows: (keys: ThirdParties & { readonly mapsUrl: string | null }) => Partial<Allowances> | null
}

const program = (
  name: ProgramName,
  { purpose, consent, on }: { purpose: string; consent: ConsentClass; on: readonly PageType[] },
): ThirdParty => ({ purpose, consent, pages: 'all', on, allows: ({ programs }) => drawnBy(programs?.[name] ?? null) })

/**
 * Everybody else's programs, in one list: what each is for, where it runs, and what somebody must have said before. The content policy of
 * a page follows from it, so what is not in it does not load.
 */
export const inventory = {
  chat: {
    purpose: 'Talking to our people (Intercom)',
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
            inlineStyle: true,
          },
  },
  reviews: {
    purpose: 'What customers say of the shop, and the survey after an order (Google Customer Reviews)',
    consent: 'functional',
    pages: 'all',
    /** Google's loader, what it loads, and the badge, which is a page of Google's in a frame. */
    allows: ({ reviewMerchantId }) =>
      reviewMerchantId === null
        ? null
        : {
            script: ['https://apis.google.com', 'https://www.gstatic.com'],
            frame: ['https://apis.google.com', 'https://www.google.com'],
          },
  },
  charity: {
    purpose: 'Giving a little with an order',
    consent: 'functional',
    pages: 'confirmation',
    allows: ({ charityScriptUrl }) => scriptOf(charityScriptUrl),
  },
  captcha: {
    purpose: 'Telling people from programs that send forms (reCAPTCHA)',
    consent: 'functional',
    pages: 'checkout',
    /** As Google lists them: its script and what that loads, its questions, and the box, which is a page of Google's in a frame. */
    allows({ captcha }) {
      const allowed = scriptOf(captcha?.url ?? null)
      const [host] = allowed?.script ?? []
      return host === undefined
        ? null
        : { script: [host, 'https://www.gstatic.com'], connect: [host], frame: [host, 'https://recaptcha.google.com'] }
    },
  },
  googlePay: {
    purpose: 'Buying with one button (Google Pay)',
    consent: 'functional',
    pages: 'all',
    /** Google's script, what it asks, and its sheet, which is a page of Google's. Our button is our own. */
    allows({ googlePay }) {
      const allowed = scriptOf(googlePay?.scriptUrl ?? null)
      const [host] = allowed?.script ?? []
      return host === undefined ? null : { ...allowed, connect: [host, 'https://google.com'], frame: [host] }
    },
  },
  maps: {
    purpose: 'Addresses suggested while they are typed',
    consent: 'functional',
    pages: 'checkout',
    allows: ({ mapsUrl }) => scriptOf(mapsUrl),
  },
  videoPlayers: program('videoPlayers', {
    purpose: 'Players of videos that makers keep elsewhere; our own are played by the browser',
    consent: 'measuring',
    on: ['product', 'blog', 'pages', 'virtualTour'],
  }),
  coBuying: program('coBuying', {
    purpose: 'The link by which a customer recommends the shop to a friend (Buyapowa)',
    consent: 'functional',
    on: ['referAFriend'],
  }),
  scheduling: program('scheduling', {
    purpose: 'Choosing a time to meet one of our experts',
    consent: 'functional',
    on: ['contactUs'],
  }),
  contentWidgets: program('contentWidgets', {
    purpose: 'What makers say of their products (AreaTen)',
    consent: 'measuring',
    on: ['product'],
  }),
  zipWidget: program('zipWidget', {
    purpose: 'What paying in parts with Zip means',
    consent: 'functional',
    on: ['product', 'zipPay'],
  }),
  webConferencing: program('webConferencing', {
    purpose: 'Video calls with an expert (Webex)',
    consent: 'functional',
    on: ['contactUs'],
  }),
  tagManager: {
    purpose: 'Tags of those who advertise for us',
    consent: 'measuring',
    pages: 'all',
    allows: ({ analytics }) => scriptOf(analytics?.['dataLayer']?.url ?? null),
  },
  // These have no program of their own: we tell them, also of the checkout.
  pageTracking: {
    purpose: 'Which pages are looked at',
    consent: 'measuring',
    pages: 'checkout',
    allows: ({ analytics }) => originOf(analytics?.['pageTracking']?.url ?? null, 'connect'),
  },
  behaviour: {
    purpose: 'How pages are used',
    consent: 'measuring',
    pages: 'checkout',
    allows: ({ analytics }) => originOf(analytics?.['behaviour']?.url ?? null, 'connect'),
  },
  facebook: {
    purpose: 'Whether ads on a social network lead to visits and orders',
    consent: 'measuring',
    pages: 'checkout',
    allows: ({ analytics }) => originOf(analytics?.['facebook']?.url ?? null, 'image'),
  },
} as const satisfies Readonly<Record<string, ThirdParty>>

/** Their keys stand in the page's head: what reads them is fetched after the first sight. */
export function metaOf(keys: ThirdParties): { name: string; content: string }[] {
  return Object.entries(keys).flatMap(([name, content]) =>
    content === null ? [] : [{ name, content: typeof content === 'string' ? content : JSON.stringify(content) }],
  )
}

/** The addresses of the programs that run on a type of page, before or after a yes to being measured. */
export function scriptsToRun(
  programs: ThirdPartyScripts | null,
  { pageType, canMeasure }: { readonly pageType: string; readonly canMeasure: boolean },
): string[] {
  return Object.entries(programs ?? {})
    .filter(([name]) => {
      const { on, consent } = inventory[name as ProgramName]
      return on?.some((type) => type === pageType) === true && (consent === 'functional' || canMeasure)
    })
    .map(([, address]) => address)
}

/** Whether one of them waits for a yes. */
export const needsYes = (programs: ThirdPartyScripts | null): boolean =>
  Object.keys(programs ?? {}).some((name) => inventory[name as ProgramName].consent === 'measuring')

/**
 * What a page must allow for the programs it runs, and nothing for those it does not. `mapsUrl` is where addresses are suggested from; null
 * where they are typed. `isClosed` is where one pays or signs in.
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

/** Its script and its answers, and frames of its own. */
function drawnBy(url: string | null): Partial<Allowances> | null {
  const allowed = scriptOf(url)
  return allowed === null ? null : { ...allowed, frame: allowed.script ?? [] }
}
