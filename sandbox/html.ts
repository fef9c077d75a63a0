import { createHash } from 'node:crypto'

/** Pages of the sandbox: markup with all values escaped, and a content security policy that allows no script. */

/** Markup that is safe to send. Only `html` makes it, so a plain string can never pass as markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | null | readonly Html[]

/** Markup with every value escaped, in text and in quoted attributes alike. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, at) => part + (at < values.length ? textOf(values[at] ?? null) : '')).join(''))
}

function textOf(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map((one) => one.text).join('')
  return escapeHtml(String(value))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

const styles = `
*{box-sizing:border-box}
:root{color-scheme:light dark;--ink:#17222e;--soft:#51606f;--paper:#fff;--back:#eef2f5;--line:#c9d3dc;--main:#0b5cab;--on:#fff;--warn:#fff4d6;--warnink:#5c4400}
@media(prefers-color-scheme:dark){:root{--ink:#eaf0f5;--soft:#a9b7c4;--paper:#18222c;--back:#0e151b;--line:#3b4a58;--main:#7db9f5;--on:#0b1620;--warn:#3a2f10;--warnink:#ffe6a3}}
body{margin:0;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
.note{margin:0;padding:.75rem 1rem;background:var(--warn);color:var(--warnink);text-align:center}
main{max-width:34rem;margin:2rem auto;padding:1.5rem;background:var(--paper);border:1px solid var(--line);border-radius:.75rem}
main.wide{max-width:72rem;overflow-x:auto}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}
h2{margin:1.5rem 0 .5rem;font-size:1.125rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere;font-weight:600}
label{display:block;font-weight:600}
input{display:block;width:100%;margin:.25rem 0 .25rem;padding:.625rem .75rem;border:1px solid var(--soft);border-radius:.375rem;background:var(--paper);color:var(--ink);font:inherit}
.hint{margin:0 0 1rem;color:var(--soft)}
[role=alert]{padding:.75rem 1rem;border:2px solid #b3261e;border-radius:.375rem;font-weight:600}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem}
button,.button{display:inline-block;min-height:2.75rem;padding:.5rem 1.25rem;border:2px solid var(--main);border-radius:.375rem;background:var(--paper);color:var(--main);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button.main,.button.main{background:var(--main);color:var(--on)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
a{color:var(--main)}
table{width:100%;border-collapse:collapse}
th,td{padding:.375rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
td.number{text-align:right;font-variant-numeric:tabular-nums}
code{overflow-wrap:anywhere}
`

// The policy allows this text to the letter.
// prettier-ignore
const styleElement = html`<style>${new Html(styles)}</style>`
const stylesHash = createHash('sha256').update(styles).digest('base64')

/** A complete page. The title always begins with 'Sandbox', so that nobody mistakes it for a real provider. */
export function page(input: { readonly title: string; readonly wide?: boolean; readonly content: Html }): string {
  const title = `Sandbox ${input.title}`
  return html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <header class="note">This is a simulation. No bank is asked and no money moves.</header>
        <main class="${input.wide === true ? 'wide' : ''}">
          <h1>${title}</h1>
          ${input.content}
        </main>
      </body>
    </html> `.text
}

/**
 * The headers of a page. `returnTo` is where its form may lead in the end: browsers apply form-action to the redirect after a post as
 * well, so the shop's origin has to be named.
 */
export function pageHeaders(returnTo: string | null): Record<string, string> {
  const target = returnTo === null ? '' : ` ${new URL(returnTo).origin}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${stylesHash}'; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
}

/** "$1,234.50 AUD" of integer cents. */
export function moneyText(cents: number, currency: string): string {
  const whole = Math.trunc(cents / 100).toLocaleString('en-AU')
  return `$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')} ${currency}`
}

/** What every hosted page shows of a payment. */
export function paymentFacts(facts: {
  readonly merchant: string
  readonly cents: number
  readonly currency: string
  readonly reference: string
}): Html {
  return html`<dl>
    <dt>Merchant</dt>
    <dd>${facts.merchant}</dd>
    <dt>Amount</dt>
    <dd>${moneyText(facts.cents, facts.currency)}</dd>
    <dt>Reference</dt>
    <dd>${facts.reference}</dd>
  </dl>`
}
