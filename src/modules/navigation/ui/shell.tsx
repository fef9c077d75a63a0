import type { ReactNode } from 'react'

/** The parts of a page's layout. */
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
export function Shell({
  hasJoinedBanners = false,
  ...parts
}: Partial<Record<ShellPart, ReactNode>> & {
  /** Sale banner and alert banner are side by side while both show (SALE3-03, decision promotions-09). */
  hasJoinedBanners?: boolean
}) {
  return (
    <>
      {hasJoinedBanners ? (
        <div className="shared-strip">
          {parts.salesHeaderBanner}
          {parts.alertBanner}
        </div>
      ) : (
        <>
          {parts.salesHeaderBanner}
          {parts.alertBanner}
        </>
      )}
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
