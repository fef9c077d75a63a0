import { creating, removing, type AdminResource } from '../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../admin/labels.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { insertMenuEntry, menuRecords, removeMenuEntry, updateMenuEntry } from './navigation-records.server.ts'

/** Admin lists of the menu. */

export type NavigationAdminDeps = { readonly catalogue: Pick<Catalogue, 'categories'> }

export const navigationAdmin = (deps: NavigationAdminDeps) => ({ menu: menuResource(deps) })

function menuResource({ catalogue }: NavigationAdminDeps): AdminResource {
  return {
    name: 'menu',
    title: 'Menu',
    one: 'menu entry',
    many: 'menu entries',
    section: 'Content',
    about: 'Changes to a shop’s menu: order, titles, pictures and hidden categories.',
    see: 'use the back office',
    change: 'manage content',
    records: menuRecords,
    sort: { column: 'category', isDescending: false },
    searchHint: 'Category or title',
    columns: [
      { name: 'category', label: 'Category', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'title', label: 'Title' },
      { name: 'position', label: 'Position', kind: 'number' },
      { name: 'isHidden', label: 'Hidden', kind: 'switch' },
    ],
    filters: [{ name: 'app', label: 'Shop', options: appOptions }],
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, isFixed: 'once made', options: appOptions },
      { name: 'category', label: 'Category', kind: 'choice', isRequired: true, isFixed: 'once made', options: catalogue.categories.map(({ uri, title }) => ({ value: uri, label: `${title} – ${uri}` })) },
      { name: 'title', label: 'Title', kind: 'text', max: 60, help: 'Leave empty to use the category’s own.' },
      { name: 'position', label: 'Position', kind: 'whole', min: 0, max: 1_000, help: 'Entries with a position come first, lowest first.' },
      { name: 'imageUrl', label: 'Picture', kind: 'text', picks: 'address', max: 500, pattern: /^(\/(?!\/)|https:\/\/)/, patternHint: 'must begin with / or https://' },
      { name: 'isHidden', label: 'Hidden', kind: 'switch', initial: false },
    ],
    nameOf: (values) => `${String(values['category'])}, ${appNames[String(values['app'])] ?? ''}`,
    save: ({ tx }, key, values) => updateMenuEntry(tx, key, values),
    create: creating(insertMenuEntry),
    remove: removing(removeMenuEntry),
  }
}
