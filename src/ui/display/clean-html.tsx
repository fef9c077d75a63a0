import { useMemo } from 'react'
import { trustedHtml } from '../browser/trusted-types.ts'

/**
 * HTML that the store sanitised when it was saved. The only place that puts markup into a page as it is: the lint rule against
 * dangerouslySetInnerHTML is lifted here and in the page head.
 */
export function CleanHtml({ html, className }: { html: string; className?: string | undefined }) {
  const trusted = useMemo(() => trustedHtml(html), [html])
  return <div className={className} dangerouslySetInnerHTML={{ __html: trusted }} />
}
