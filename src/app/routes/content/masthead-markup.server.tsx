import { renderToStaticMarkup } from 'react-dom/server'
import { mastheadHeight, type Masthead } from '../../../modules/content/masthead.ts'
import { LandingBanner } from '../../../modules/content/ui/landing-banner.tsx'
import { Picture } from '../../../ui/display/picture.tsx'

/** A banner as markup; null where there is none to show. */
export function mastheadMarkup(
  masthead: Masthead | null | undefined,
  {
    isBeside = false,
    stage = [],
  }: {
    readonly isBeside?: boolean
    /** Pictures beside the words of a banner that has no picture itself. */
    readonly stage?: readonly string[]
  } = {},
): string | null {
  if (masthead == null || mastheadHeight(masthead.class) === null) return null
  return renderToStaticMarkup(
    <LandingBanner
      masthead={masthead}
      isBeside={isBeside}
      stage={
        stage.length > 0 && (
          <ul className="masthead-stage" aria-hidden="true">
            {stage.map((src) => (
              <li key={src}>
                <Picture src={src} alt="" width={420} height={420} loading="eager" fetchPriority="high" />
              </li>
            ))}
          </ul>
        )
      }
    />,
  )
}
