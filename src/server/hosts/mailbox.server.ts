import type { RequestListener } from 'node:http'
import type { Mailer } from '../../platform/mail/mail.server.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { escapeHtml } from '../../platform/text/html.ts'

/** A mailbox for development: every mail the shop has made, in a browser. Listens on this machine only and never in production. */
export function createMailbox(mailer: Mailer): RequestListener {
  return (incoming, outgoing) => {
    for (const [name, value] of Object.entries(securityHeaders({ https: false }))) outgoing.setHeader(name, value)
    outgoing.setHeader('cache-control', 'no-store')
    void answer(mailer, new URL(incoming.url ?? '/', 'http://localhost'))
      .then(({ status, html, policy }) => {
        outgoing.setHeader('content-security-policy', policy)
        outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      })
      .catch(() => outgoing.writeHead(500).end('The mailbox has a fault.'))
  }
}

const ownPolicy = `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'`
/** A mail is somebody's HTML: no scripts, no frames, no forms. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox`

async function answer(mailer: Mailer, url: URL): Promise<{ status: number; html: string; policy: string }> {
  const [, kind, id] = url.pathname.split('/').map(decodeURIComponent)
  const mail = kind === 'mail' || kind === 'body' ? await mailer.byId(id ?? '') : null
  if (kind === 'body' && mail !== null) return { status: 200, html: mail.html, policy: mailPolicy }
  if (kind === 'mail' && mail !== null) {
    const head = `<p><a href="/">All mail</a></p><h1>${escapeHtml(mail.subject)}</h1>
      <p>From ${escapeHtml(mail.sender)}<br>To ${escapeHtml(mail.recipient)}<br>${mail.createdAt.toISOString()}</p>
      ${mail.calendar === null ? '' : `<details><summary>${escapeHtml(mail.calendar.filename)}</summary><pre>${escapeHtml(mail.calendar.content)}</pre></details>`}
      <iframe title="Mail" sandbox src="/body/${encodeURIComponent(mail.id)}"></iframe>`
    return { status: 200, html: page(mail.subject, head), policy: ownPolicy }
  }
  if (url.pathname !== '/')
    return {
      status: 404,
      html: page('Not found', '<h1>No such mail</h1><p><a href="/">All mail</a></p>'),
      policy: ownPolicy,
    }
  const mails = await mailer.newest(100)
  const rows = mails.map(
    (one) =>
      `<li><a href="/mail/${encodeURIComponent(one.id)}"><b>${escapeHtml(one.subject)}</b></a><br>${escapeHtml(one.recipient)} · ${one.createdAt.toISOString()}</li>`,
  )
  const list =
    rows.length === 0
      ? '<p>No mail yet. Place an order and its confirmation shows here.</p>'
      : `<ul>${rows.join('')}</ul>`
  return { status: 200, html: page('Mailbox', `<h1>Mailbox</h1>${list}`), policy: ownPolicy }
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:24px;max-width:760px}
ul{list-style:none;padding:0}li{padding:12px 0;border-bottom:1px solid #ddd}iframe{width:100%;height:70vh;border:1px solid #ddd}</style></head><body>${body}</body></html>`
}
