import type { RequestListener } from 'node:http'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Mailer } from '../../platform/mail/mail.server.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import styles from './mailbox.css?raw'

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
      .catch(() => outgoing.writeHead(500).end('The mailbox could not answer.'))
  }
}

type Answer = { readonly status: 200 | 404; readonly html: string; readonly policy: string }

const ownPolicy = `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'`
/** A mail is untrusted HTML: no scripts, no frames, no forms. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox`

async function answer(mailer: Mailer, url: URL): Promise<Answer> {
  const [, kind, id] = url.pathname.split('/').map(decodeURIComponent)
  const mail = kind === 'mail' || kind === 'body' ? await mailer.byId(id ?? '') : null
  if (kind === 'body' && mail !== null) return { status: 200, html: mail.html, policy: mailPolicy }
  if (kind === 'mail' && mail !== null) return page(200, mail.subject, <OneMail mail={mail} />)
  if (url.pathname === '/') return page(200, 'Mailbox', <MailList mails={await mailer.newest(100)} />)
  return page(404, 'Not found', <NoMail />)
}

const page = (status: Answer['status'], title: string, body: ReactNode): Answer => ({
  status,
  policy: ownPolicy,
  html: `<!DOCTYPE html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{styles}</style>
      </head>
      <body>{body}</body>
    </html>,
  )}`,
})

type Mail = NonNullable<Awaited<ReturnType<Mailer['byId']>>>

const OneMail = ({ mail }: { readonly mail: Mail }) => (
  <>
    <p>
      <a href="/">All emails</a>
    </p>
    <h1>{mail.subject}</h1>
    <p>
      From {mail.sender}
      <br />
      To {mail.recipient}
      <br />
      {mail.createdAt.toISOString()}
    </p>
    {mail.calendar !== null && (
      <details>
        <summary>{mail.calendar.filename}</summary>
        <pre>{mail.calendar.content}</pre>
      </details>
    )}
    <iframe title="Mail" sandbox="" src={`/body/${encodeURIComponent(mail.id)}`} />
  </>
)

const MailList = ({ mails }: { readonly mails: Awaited<ReturnType<Mailer['newest']>> }) => (
  <>
    <h1>Mailbox</h1>
    {mails.length === 0 ? (
      <p>No mail yet. Place an order and its confirmation shows here.</p>
    ) : (
      <ul>
        {mails.map((one) => (
          <li key={one.id}>
            <a href={`/mail/${encodeURIComponent(one.id)}`}>
              <b>{one.subject}</b>
            </a>
            <br />
            {one.recipient} · {one.createdAt.toISOString()}
          </li>
        ))}
      </ul>
    )}
  </>
)

const NoMail = () => (
  <>
    <h1>Email not found</h1>
    <p>
      <a href="/">All emails</a>
    </p>
  </>
)
