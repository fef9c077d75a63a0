import type { Link } from '../../site.ts'

/** Plain links; those that are in the bar from some width on are marked. */
export function Links({
  of,
  className,
}: {
  of: readonly (Link & { step?: number })[]
  className?: string | undefined
}) {
  return (
    <ul className={className}>
      {of.map(({ title, href, step }) => (
        <li key={href} data-until={step}>
          <a href={href}>{title}</a>
        </li>
      ))}
    </ul>
  )
}
