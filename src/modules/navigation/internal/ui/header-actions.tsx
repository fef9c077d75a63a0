import type { MouseEvent } from 'react'
import { useStore } from '../../../../ui/browser/store.ts'
import { Icon } from '../../../../ui/display/icons.tsx'
import { CompareLink } from '../../../compare/ui/compare-link.tsx'
import { memberStore } from '../../../identity/ui/member.ts'
import type { Site } from '../../site.ts'
import styles from '../../ui/header.module.css'
import { openView } from '../../ui/view.ts'
import { countText } from '../../../../platform/text/count-text.ts'

/** Opens something instead of following the link. */
export type Opening = (event: MouseEvent, link: HTMLAnchorElement) => void

/** Links before the account: the visitor's store and contact, which open a panel, projects and lists. */
export function PanelLinks({ site, opening }: { readonly site: Site; readonly opening: Opening }) {
  const { displayProjectIcon, displayContactUsIcon } = site.topNav
  const ways = [
    [site.hasStores, '/stores', 'Your store', 'store', 'store'],
    [displayContactUsIcon, '/contact-us', 'Contact us', 'phone', 'contactUs'],
    [displayProjectIcon, '/project', 'Projects', 'ruler', null],
    [true, '/wishlists', 'Lists', 'heart', null],
  ] as const
  return ways.map(
    ([isShown, href, name, icon, opens]) =>
      isShown && (
        <a
          key={href}
          className={`${styles.action} ${styles.wide}`}
          href={href}
          aria-label={name}
          onClick={(event) => {
            if (opens === null) return
            opening(event, event.currentTarget)
            openView(opens)
          }}
        >
          <Icon name={icon} />
        </a>
      ),
  )
}

/** Account, comparison and cart. */
export function OwnLinks({
  site,
  cartCount,
  onCart,
}: {
  readonly site: Site
  readonly cartCount: number
  readonly onCart: () => void
}) {
  const member = useStore(memberStore)
  return (
    <>
      <a
        className={`${styles.action} ${styles.account}`}
        href={member === null ? '/account/login' : '/account'}
        data-reload=""
      >
        <Icon name="person" /> <span>{member === null ? 'Log in' : member.firstName}</span>
      </a>
      {site.compare !== null && <CompareLink className={styles.action} badge={styles.badge} />}
      {site.topNav.displayCartIcon && (
        <a
          className={styles.action}
          href="/cart"
          aria-label={cartCount === 0 ? 'Cart' : `Cart, ${countText(cartCount, 'item')}`}
          onClick={(event) => {
            event.preventDefault()
            onCart()
          }}
        >
          <Icon name="cart" />
          {cartCount > 0 && <b className={styles.badge}>{cartCount > 99 ? '99+' : cartCount}</b>}
        </a>
      )}
    </>
  )
}
