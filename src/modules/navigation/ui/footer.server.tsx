import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import type { Footer as FooterContent } from '../../content/content.ts'
import { newsletterPath } from '../../content/forms/newsletter.ts'
import { telephone, type Site } from '../site.ts'
import { Links } from '../internal/ui/links.tsx'
import { Wordmark } from './wordmark.tsx'
import { Picture } from '../../../ui/display/picture.tsx'

/** The footer of every page but the checkout's. Rendered on the server only; its content comes with the document. */
export function Footer({ site, content }: { site: Site; content: FooterContent }) {
  const { columns, social, paymentLogos, legal } = content
  return (
    <footer className="site-footer">
      <div className="page footer-columns">
        <div className="footer-about">
          <Wordmark site={site} />
          <p>{site.tagline}.</p>
          <p>
            {site.supportText}
            <br />
            <a className="footer-phone" href={telephone(site.supportNumber)}>
              {site.supportNumber}
            </a>
          </p>
          <form method="post" action={newsletterPath} className="footer-news" data-reload="">
            <label htmlFor="footer-email">Sign up for our news</label>
            <div>
              <input
                id="footer-email"
                name="email"
                type="email"
                autoComplete="email"
                maxLength={254}
                placeholder="Email address"
                required
              />
              <button className="button">Sign up</button>
            </div>
          </form>
        </div>
        <nav aria-label="All categories">
          <h2>Shop</h2>
          <Links of={site.categories} className="footer-links" />
        </nav>
        {columns.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2>{heading}</h2>
            <ul className="footer-links">
              {links.map(({ title, uri, external }) => (
                <li key={uri}>
                  <a href={uri} {...(external ? { target: '_blank', rel: 'noopener' } : {})}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      {(social.length > 0 || paymentLogos.length > 0) && (
        <div className="page footer-row">
          {social.length > 0 && (
            <ul className="footer-social" aria-label="Follow us">
              {social.map(({ name, url }) => (
                <li key={url}>
                  <a href={url} target="_blank" rel="noopener">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {paymentLogos.length > 0 && (
            <ul className="footer-logos" aria-label="Ways to pay">
              {paymentLogos.map(({ src, alt }) => (
                <li key={src}>
                  <Picture src={src} alt={alt} height={24} widest={160} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="page footer-small">
        {legal !== '' && <CleanHtml html={legal} />}
        <p>
          <a href="/s/privacy-policy" data-privacy-choices="">
            Privacy choices
          </a>
        </p>
        {site.realm === 'demo' && <p>Demonstration shop: products, prices, stores and orders are not real.</p>}
        <p>
          Prices in {site.currency}, including GST. {site.companyName}.
        </p>
      </div>
    </footer>
  )
}
