import type { ReactNode } from 'react'
import type { Brand } from './brands.ts'

/** A mail in a brand's dress: its name on its colour, and what there is to say below. Tables, because mail programs know nothing else. */
export function MailLayout({ brand, title, children }: { brand: Brand; title: string; children: ReactNode }) {
  const { colour } = brand.tokens
  return (
    <html lang={brand.country === 'NZ' ? 'en-NZ' : 'en-AU'}>
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
      </head>
      <body
        style={{
          margin: 0,
          background: colour.sunken,
          color: colour.inkStrong,
          fontFamily: 'Helvetica, Arial, sans-serif',
          lineHeight: 1.5,
        }}
      >
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a table for its looks */}
              <td align="center" style={{ padding: '24px 12px' }}>
                <table
                  role="presentation"
                  width="600"
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ maxWidth: '100%', background: '#ffffff' }}
                >
                  <tbody>
                    <tr>
                      <td
                        style={{
                          padding: '20px 32px',
                          background: colour.inverse,
                          color: colour.onInverse,
                          fontSize: '20px',
                          fontWeight: 700,
                        }}
                      >
                        {brand.companyName}
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '32px' }}>
                        <h1 style={{ margin: '0 0 8px', fontSize: '24px', lineHeight: 1.2 }}>{title}</h1>
                        {children}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

/** The one thing a mail asks to be done. A link with the looks of a button, because a mail can have no other. */
export function MailButton({ brand, href, children }: { brand: Brand; href: string; children: ReactNode }) {
  const { colour } = brand.tokens
  return (
    <p style={{ margin: '24px 0' }}>
      <a
        href={href}
        style={{
          display: 'inline-block',
          padding: '12px 24px',
          background: colour.accent,
          color: colour.onAccent,
          fontWeight: 700,
          textDecoration: 'none',
        }}
      >
        {children}
      </a>
    </p>
  )
}
