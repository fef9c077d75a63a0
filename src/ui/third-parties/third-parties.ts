import type { Allowances } from '../../platform/http/content-policy.ts'

/** Programs of others that a page runs, by the keys that turn each of them on. */
export type ThirdParties = {
  /** Of the chat provider; null where there is no chat (CHAT-01). */
  readonly chatAppId: string | null
  /** Of the customer-review service; null where there is no badge (SHELL-03). */
  readonly reviewMerchantId: string | null
  /** The script of the charity that the shop gives to; null where there is none, and on every page but the confirmation of an order. */
  readonly charityScriptUrl: string | null
}

/** Their keys stand in the page's head: what reads them is fetched after the first sight. */
export function metaOf(keys: ThirdParties): { name: string; content: string }[] {
  return Object.entries(keys).flatMap(([name, content]) => (content === null ? [] : [{ name, content }]))
}

/** What the page's head says; only ever asked in the browser. */
export function keyInHead(name: keyof ThirdParties): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}

/**
 * What a page must allow for the programs it runs, and nothing for those it does not. `mapsUrl` is where addresses are suggested from; null
 * where they are typed.
 */
export function allowancesOf(
  { chatAppId, reviewMerchantId, charityScriptUrl }: ThirdParties,
  mapsUrl: string | null = null,
): Allowances {
  const used = [
    ...(chatAppId === null ? [] : [chat]),
    ...(reviewMerchantId === null ? [] : [reviews]),
    // A setting may be mistyped, and an order's confirmation must not fail for it: then nothing is allowed, and nothing loads.
    ...(charityScriptUrl === null || !URL.canParse(charityScriptUrl)
      ? []
      : [scriptOf(new URL(charityScriptUrl).origin)]),
    ...(mapsUrl === null ? [] : [scriptOf(new URL(mapsUrl).origin)]),
  ]
  return {
    script: used.flatMap((one) => one.script),
    connect: used.flatMap((one) => one.connect),
    frame: used.flatMap((one) => one.frame),
    font: used.flatMap((one) => one.font),
    media: used.flatMap((one) => one.media),
    inlineStyle: used.some((one) => one.inlineStyle),
  }
}

/** As Intercom lists them for those who have a content policy. */
const chat: Allowances = {
  script: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
  connect: ['https://*.intercom.io', 'wss://*.intercom.io', 'https://uploads.intercomcdn.com'],
  frame: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
  font: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  media: ['https://js.intercomcdn.com'],
  inlineStyle: true,
}

/** Google's loader, what it loads, and the badge, which is a page of Google's in a frame. */
const reviews: Allowances = {
  script: ['https://apis.google.com', 'https://www.gstatic.com'],
  connect: [],
  frame: ['https://apis.google.com', 'https://www.google.com'],
  font: [],
  media: [],
  inlineStyle: false,
}

/** Its script and its answers; it draws nothing. */
const scriptOf = (host: string): Allowances => ({
  script: [host],
  connect: [host],
  frame: [],
  font: [],
  media: [],
  inlineStyle: false,
})
