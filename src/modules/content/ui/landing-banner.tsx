import type { CSSProperties, ReactNode } from 'react'
import { pictureOfWidth, pictureAttributes } from '../../../platform/files/picture-address.ts'
import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import {
  headingOnItsWay,
  mastheadHeight,
  refineId,
  virtualTourPath,
  type Masthead,
  type MastheadButton,
} from '../masthead.ts'

/** In CSS pixels: as wide as the window. */
const widest = 1_200

/**
 * The banner at the top of a page (LAND-01 to LAND-16, decision content-03). Rendered on the server, as markup that costs no script; its
 * buttons' actions are in turn-to.ts.
 */
export function LandingBanner({
  masthead,
  isBeside = false,
  stage = null,
}: {
  masthead: Masthead
  /** Whether the picture is beside the words, as on a home page, and not behind them. */
  isBeside?: boolean
  /** Pictures beside the text where there is neither a background picture nor a video. */
  stage?: ReactNode
}) {
  const { background, video, buttons } = masthead
  const height = mastheadHeight(masthead.class)
  if (height === null) return null
  const hasPicture = background !== null || video.length > 0
  const isTour = masthead.class === 'virtual-tour-masthead'
  return (
    <section
      className="masthead"
      data-on-picture={hasPicture && !isBeside ? '' : undefined}
      data-beside-picture={hasPicture && isBeside ? '' : undefined}
      style={{ '--masthead-height': `${height}px` } as CSSProperties}
      aria-labelledby="masthead"
    >
      {video.length > 0 ? (
        // A background: without sound, and still for who asked for less motion; the picture is what shows until it plays.
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is said in it
        <video
          className="masthead-picture"
          muted
          loop
          playsInline
          autoPlay
          poster={background === null ? undefined : pictureOfWidth(background.src, 1_600)}
          style={background === null ? undefined : pictureAttributes(background.src, widest)?.style}
          aria-hidden="true"
        >
          {video.map(({ src, format }) => (
            <source key={src} src={src} type={format} media="(prefers-reduced-motion: no-preference)" />
          ))}
        </video>
      ) : (
        background !== null && (
          <picture className="masthead-picture">
            {background.mediaSet.map(({ source, media }) => (
              <Source key={source} source={source} media={media} />
            ))}
            <Picture
              src={background.src}
              alt={background.alt}
              sizes={isBeside ? '(min-width: 768px) 60vw, 100vw' : '100vw'}
              widest={widest}
              loading="eager"
              fetchPriority="high"
            />
          </picture>
        )
      )}
      <div className="page masthead-row" data-stage={Boolean(stage) && !hasPicture ? '' : undefined}>
        <div className="masthead-words">
          <h1 id="masthead">{masthead.heading ?? headingOnItsWay}</h1>
          {masthead.intro !== null && <CleanHtml html={masthead.intro} className="masthead-intro" />}
          {masthead.subtitle !== null && (
            <div>
              <p className="masthead-subtitle">{masthead.subtitle}</p>
              <ul className="masthead-subtitles">
                {masthead.subTitles.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </div>
          )}
          {(buttons.length > 0 || isTour) && (
            <p className="masthead-calls">
              {isTour && (
                <a className="button" href={virtualTourPath}>
                  Launch
                </a>
              )}
              {buttons.map((button, at) => (
                <Button key={button.txt} button={button} isFirst={at === 0 && !isTour} />
              ))}
            </p>
          )}
        </div>
        {!hasPicture && stage}
      </div>
    </section>
  )
}

/** Every button is a link, which also works without script. */
function Button({ button: { type, txt, href }, isFirst }: { button: MastheadButton; isFirst: boolean }) {
  const className = isFirst ? 'button' : 'button button--quiet'
  switch (type) {
    case 'link':
      return (
        <a className={className} href={href ?? '/'}>
          {txt}
        </a>
      )
    case 'extLink':
      return (
        <a className={className} href={href ?? '/'} target="_blank" rel="noopener">
          {txt}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      )
    case 'refine':
      return (
        <a className={`${className} masthead-refine`} href={`#${refineId}`} data-turns-to="refine">
          {txt}
        </a>
      )
    case 'search':
      return (
        <a className={className} href="/products" data-turns-to="search">
          {txt}
        </a>
      )
  }
}

function Source({ source, media }: { readonly source: string; readonly media: string }) {
  const srcSet = pictureAttributes(source, widest)?.srcSet
  return srcSet === undefined ? (
    <source srcSet={source} media={media} />
  ) : (
    <source srcSet={srcSet} media={media} sizes="100vw" />
  )
}
