import type { AppCode } from '../../../brands/apps.ts'
import type { HeaderIcon } from '../../../brands/brands.ts'
import type { Reader } from '../../../platform/database/database.server.ts'
import type { MediaService } from '../../media/media.server.ts'
import type { EntrySetting, NavSettings } from './navbar.ts'

/** The SQL of navigation. */

type StoredNavigation = Omit<NavSettings, 'quickLinks'>

/** The menu settings, by app. */
export async function readNavigation(
  db: Reader,
  media: Pick<MediaService, 'shown'>,
): Promise<ReadonlyMap<AppCode, StoredNavigation>> {
  const icons = await db.selectFrom('navigation_icon').selectAll().execute()
  const entries = await db.selectFrom('navigation_entry').selectAll().execute()
  const apps = new Set([...icons, ...entries].map((row) => row.app as AppCode))
  return new Map(
    Array.from(apps, (app) => [
      app,
      {
        icons: new Map(icons.filter((row) => row.app === app).map((row) => [row.icon as HeaderIcon, row.is_shown])),
        entries: new Map(
          entries
            .filter((row) => row.app === app)
            .map((row): [number, EntrySetting] => [
              row.category_id,
              {
                position: row.position,
                title: row.title,
                imageUrl: row.image_url === null ? null : media.shown(row.image_url),
                isHidden: row.is_hidden,
              },
            ]),
        ),
      },
    ]),
  )
}
