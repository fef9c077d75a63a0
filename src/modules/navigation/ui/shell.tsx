import { Fragment, type ReactNode } from 'react'

/** The parts of a page's frame in the order they stand in the document (SHELL-01, decision ui-01). */
export const shellParts = [
  'salesHeaderBanner',
  'alertBanner',
  'navigation',
  'content',
  'footer',
  'backToTop',
  'salesFooterBanner',
  'compareTray',
  'adminToolbar',
  'adminSidePanel',
  'ratingBadge',
  'locationPopup',
] as const

/** Puts the parts that a page has into their order; one that is not given leaves nothing behind (SHELL-02). */
export function Shell(parts: Partial<Record<(typeof shellParts)[number], ReactNode>>) {
  return shellParts.map((part) => <Fragment key={part}>{parts[part]}</Fragment>)
}
