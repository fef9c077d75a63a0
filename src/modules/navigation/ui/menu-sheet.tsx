import { categoryPath } from '../../catalogue/catalogue.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { telephone, type Site } from '../site.ts'
import styles from './menu-sheet.module.css'

/** The categories on a small screen. Fetched when it is asked for; before script the button leads to /sitemap. */
export default function MenuSheet({ site, onClose }: { site: Site; onClose: () => void }) {
  return (
    <Dialog title="Menu" side="left" onClose={onClose}>
      <ul className={styles.list} onClick={onClose}>
        {site.categories.map((category) => (
          <li key={category.uri}>
            <a href={categoryPath(category.uri)}>
              {category.title} <Icon name="chevron" size={18} />
            </a>
          </li>
        ))}
        {site.hasStores && (
          <li>
            <a href="/stores">
              Stores <Icon name="chevron" size={18} />
            </a>
          </li>
        )}
      </ul>
      <p className={styles.foot}>
        {site.supportText}: <a href={telephone(site.supportNumber)}>{site.supportNumber}</a>
      </p>
    </Dialog>
  )
}
