import type { MouseEvent } from 'react'
import { Icon } from '../../../../../ui/display/icons.tsx'

/** Opens the menu; without script it links to the list of all categories. */
export function MenuButton({
  className,
  text,
  onOpen,
}: {
  readonly className: string | undefined
  readonly text: string | null
  readonly onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
}) {
  return (
    <a
      className={className}
      href="/sitemap"
      aria-label={text === null ? 'Menu' : undefined}
      data-reload=""
      onClick={onOpen}
    >
      <Icon name="menu" /> {text}
    </a>
  )
}
