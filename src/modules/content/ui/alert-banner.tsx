import { trustedHtml } from '../../../ui/browser/trusted-types.ts'
import { alertKey, readableOn, type AlertBanner as AlertContent } from '../alert-banner.ts'
import { isExternal } from '../content.ts'

/**
 * The notice above the navigation. The server renders it into every page, where it costs no script; the browser renders it again when it
 * has changed. Both contents are there, sanitised when they were saved, and the style sheet chooses by width.
 */
export function AlertBanner(alert: AlertContent) {
  const { desktopContent, mobileContent, bannerURL, backgroundColor } = alert
  const contents = (
    <>
      <div data-on="desktop" dangerouslySetInnerHTML={{ __html: trustedHtml(desktopContent) }} />
      <div data-on="mobile" dangerouslySetInnerHTML={{ __html: trustedHtml(mobileContent || desktopContent) }} />
    </>
  )
  const newTab = bannerURL !== null && isExternal(bannerURL) ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <aside
      aria-label="Notice"
      data-key={alertKey(alert)}
      style={backgroundColor === null ? undefined : { background: backgroundColor, color: readableOn(backgroundColor) }}
    >
      {bannerURL === null ? (
        <div>{contents}</div>
      ) : (
        <a href={bannerURL} {...newTab}>
          {contents}
        </a>
      )}
      <button type="button" aria-label="Close this notice" />
    </aside>
  )
}
