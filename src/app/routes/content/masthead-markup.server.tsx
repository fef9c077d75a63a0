import { renderToStaticMarkup } from 'react-dom/server'
import { mastheadHeight, type Masthead } from '../../../modules/content/masthead.ts'
import { LandingBanner } from '../../../modules/content/ui/landing-banner.tsx'
import { Picture } from '../../../ui/display/picture.tsx'

/** A banner as markup; null where there is none to show. `stage` are pictures beside the words of one that has no picture itself. */
export function mastheadMarkup(masthead: Masthead | null | undefined, stage: readonly string[] = []): string | null {
  if (masthead == null || mastheadHeight(masthead.class) === null) return null
  return renderToStaticMarkup(
    <LandingBanner
      masthead={masthead}
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
