import type { ReactNode } from 'react'

/** The parts that the frame of a page may have. */
export type ShellPart =
  | 'salesHeaderBanner'
  | 'alertBanner'
  | 'navigation'
  | 'content'
  | 'footer'
  | 'backToTop'
  | 'salesFooterBanner'
  | 'compareTray'
  | 'adminToolbar'
  | 'adminSidePanel'
  | 'ratingBadge'
  | 'locationPopup'

/** Puts the parts into the order of the document (SHELL-01, decision ui-01); one that is not given leaves nothing behind (SHELL-02). */
export function Shell(parts: Partial<Record<ShellPart, ReactNode>>) {
  return (
    <>
      {parts.salesHeaderBanner}
      {parts.alertBanner}
      {parts.navigation}
      {parts.content}
      {parts.footer}
      {parts.backToTop}
      {parts.salesFooterBanner}
      {parts.compareTray}
      {parts.adminToolbar}
      {parts.adminSidePanel}
      {parts.ratingBadge}
      {parts.locationPopup}
    </>
  )
}
