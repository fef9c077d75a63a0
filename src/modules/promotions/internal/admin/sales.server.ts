import { isAppCode, type AppCode } from '../../../../brands/apps.ts'
import { itemsOfText, shownItems, textOfItems } from '../../../../platform/forms/field-array.ts'
import { creating, optionsOf, removing, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { zoneOfApp } from '../../../admin/shown-values.ts'
import { bannerErrorsOf, insertSale, removeSale, saleRecords, updateSale } from '../../promotion-records.server.ts'
import { bannerSet, imagesOf } from '../../sale-banners.ts'
import { saleAt, saleSlots } from '../../sale.ts'

export const states = optionsOf({ running: 'Running', coming: 'Coming', over: 'Over' })

export function saleResource({ shopAddress }: { readonly shopAddress: (app: AppCode) => string }): AdminResource {
  // A table, one row a line.
  // prettier-ignore
  return {
    name: 'sales',
    title: 'Sales and banners',
    one: 'sale',
    section: 'Promotions',
    about: 'A sale adds banners, badges and messages to a whole shop. It starts and ends automatically.',
    see: 'use the back office',
    change: 'manage promotions',
    records: saleRecords,
    sort: { column: 'startsAt', isDescending: true },
    searchHint: 'Name',
    columns: [
      { name: 'name', label: 'Name', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'startsAt', label: 'From', kind: 'instant', sorts: true },
      { name: 'endsAt', label: 'Until', kind: 'instant' },
      { name: 'url', label: 'Link' },
    ],
    filters: [
      { name: 'state', label: 'State', options: states },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () => [
    { name: 'name', label: 'Name', kind: 'text', max: 80, isRequired: true },
    { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, options: appOptions },
    { name: 'startsAt', label: 'From', kind: 'instant', isRequired: true },
    { name: 'endsAt', label: 'Until', kind: 'instant', help: 'Leave empty for no end.' },
    { name: 'url', label: 'Link', kind: 'text', max: 200, isRequired: true, initial: '/sale', pattern: /^\/(?![/\\])/, patternHint: 'must be a path of the shop' },
    { name: 'colour', label: 'Colour', kind: 'text', max: 7, isRequired: true, initial: '#c4102b', pattern: /^#[0-9a-f]{6}$/, patternHint: 'must be like #c4102b' },
    { name: 'baseImagePath', label: 'Picture folder', kind: 'text', max: 200, initial: '', pattern: /^(|\/.*|https:\/\/.*)$/, patternHint: 'must begin with / or https://' },
    { name: 'images', label: 'Banners', kind: 'items', set: bannerSet, initial: '[]', group: 'Banners' },
  ],
    nameOf: (values) => String(values['name'] ?? ''),
    async check(_change, values) {
      const errors = []
      if ((values['endsAt'] ?? null) !== null && String(values['endsAt']) <= String(values['startsAt']))
        errors.push({ field: 'endsAt', message: 'The end must be after the start.' })
      errors.push(...bannerErrorsOf(String(values['images'] ?? '[]')).map((message) => ({ field: 'images', message })))
      return errors
    },
    save: ({ tx }, key, values) => updateSale(tx, key, values),
    create: creating(insertSale),
    remove: removing(removeSale),
    timeZone: (values) => zoneOfApp(values['app']),
    filePlaces: (values) =>
      shownItems(bannerSet, String(values['images'] ?? '[]')).flatMap(({ type }, at) => {
        const title = bannerSet.types[type]?.title ?? ''
        return [
          { value: `src:${at}`, label: title },
          { value: `srcMobile:${at}`, label: `${title}, on small screens` },
        ]
      }),
    files(before, address, { file, place }) {
      const [part = '', at = ''] = place.split(':')
      const banners = itemsOfText(String(before['images'] ?? '[]'))
      if (file.kind === 'pdf') return {}
      return { images: textOfItems(bannerSet, banners.with(Number(at), { ...banners[Number(at)], [part]: address })) }
    },
    async related(_key, values) {
      const app = String(values['app'])
      const saved = { app, name: String(values['name']), url: String(values['url']), colour: String(values['colour']), baseImagePath: String(values['baseImagePath'] ?? ''), startsAt: new Date(0), endsAt: null }
      const { images } = saleAt([{ ...saved, images: imagesOf(itemsOfText(String(values['images'] ?? '[]'))) }], app, new Date(1))
      const shop = shopAddress(isAppCode(app) ? app : 'aol')
      const link = (text: string, src: string) => ({ text, href: new URL(src, shop).href })
      return [
        {
          title: 'Preview',
          columns: ['Place', 'Picture', 'On small screens', 'Leads to', 'Says'],
          empty: 'No banners yet.',
          rows: saleSlots.flatMap((slot) => {
            const image = images[slot]
            if (image === null) return []
            const { href, title, subtext } = image.attributes
            return [
              [
                bannerSet.types[slot]?.title ?? slot,
                link('Look at it', image.src),
                image.srcMobile === null ? 'The same' : link('Look at it', image.srcMobile),
                link(href, href),
                [title, subtext].filter(Boolean).join(': '),
              ],
            ]
          }),
        },
      ]
    },
    shopPath: () => '/',
  }
}
