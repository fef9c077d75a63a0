import type { Database } from '../../platform/database/database.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { ok } from '../../platform/result.ts'
import { creating, done, optionsOf, shownOnly, wrong, type AdminResource } from '../admin/admin-resource.server.ts'
import type { Option } from '../admin/admin.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { attendeeRecords, demoRecords, insertDemo, removeDemo, updateDemo } from './event-records.server.ts'
import type { CookingDemos } from './events.server.ts'
import { countText } from '../../platform/text/count-text.ts'

/** Admin lists of cooking demos and attendees. */

export type EventsAdminDeps = {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'productBySku'>
  readonly cookingDemos: Pick<CookingDemos, 'cancel' | 'endWaiting' | 'offerFreeSeats'>
  /** Read when the page is requested. */
  readonly choices: { readonly cookingDemos: readonly Option[]; readonly stores: readonly Option[] }
}

export const eventsAdmin = (deps: EventsAdminDeps) => ({
  cookingDemos: demoResource(deps),
  attendees: attendeeResource(deps),
})

const demoTypes = { 0: 'Before a purchase', 1: 'After a purchase', 2: 'For everyone' }

const subEventTypes = { 0: 'Demonstration', 1: 'Masterclass', 2: 'Product training' }

const states = {
  booked: 'Booked',
  'said-yes': 'Confirmed',
  cancelled: 'Cancelled',
  waiting: 'Waits',
  told: 'Offered a seat',
}

const zoneOfStore = (values: RecordValues): string => String(values['timeZone'] ?? 'Australia/Sydney')

function demoResource({ choices, catalogue, cookingDemos, database }: EventsAdminDeps): AdminResource {
  return {
    name: 'events',
    title: 'Cooking demos',
    one: 'cooking demo',
    section: 'Shop',
    about: 'Cooking demos in the showrooms. If you add seats, the wait list is notified.',
    see: 'use the back office',
    change: 'manage deliveries',
    records: demoRecords,
    sort: { column: 'startsAt', isDescending: true },
    searchHint: 'Title, store or brand',
    columns: [
      { name: 'title', label: 'Title', sorts: true },
      { name: 'storeName', label: 'Store', sorts: true },
      { name: 'startsAt', label: 'Starts', kind: 'instant', sorts: true },
      { name: 'seatsTaken', label: 'Seats taken', kind: 'number' },
      { name: 'capacity', label: 'Of', kind: 'number' },
      { name: 'waiting', label: 'Waiting', kind: 'number' },
    ],
    filters: [
      {
        name: 'state',
        label: 'When',
        options: optionsOf({ coming: 'Upcoming', full: 'Upcoming and full', over: 'Past' }),
      },
    ],
    links: [{ label: 'Attendees', href: '/office/attendees', permission: 'answer customers' }],
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'title', label: 'Title', kind: 'text', max: 120, isRequired: true },
      { name: 'store', label: 'Store', kind: 'choice', isRequired: true, isFixed: 'once made', options: choices.stores },
      { name: 'startsAt', label: 'Starts', kind: 'instant', isRequired: true, help: 'In the store’s local time; for a new demo, in Sydney time.' },
      { name: 'endsAt', label: 'Ends', kind: 'instant', isRequired: true },
      { name: 'capacity', label: 'Seats', kind: 'whole', min: 1, max: 1_000, isRequired: true, initial: 12 },
      { name: 'maxGuests', label: 'Seats per booking', kind: 'whole', min: 1, max: 20, isRequired: true, initial: 4 },
      { name: 'demoType', label: 'For', kind: 'choice', isRequired: true, options: optionsOf(demoTypes), initial: '2' },
      { name: 'subEventType', label: 'Kind', kind: 'choice', isRequired: true, options: optionsOf(subEventTypes), initial: '0' },
      { name: 'price', label: 'Price per seat', kind: 'money', isRequired: true, initial: 0 },
      { name: 'isBookedByStore', label: 'Booked through the store', kind: 'switch', initial: false },
      { name: 'brand', label: 'Brand', kind: 'text', max: 70, initial: '', group: 'Content' },
      { name: 'presenter', label: 'Presenter', kind: 'text', max: 80, group: 'Content' },
      { name: 'skus', label: 'Products', kind: 'lines', max: 24, initial: [], group: 'Content', help: 'SKUs, one per line.' },
      { name: 'imageUrl', label: 'Picture', kind: 'text', picks: 'address', max: 500, pattern: /^(\/(?!\/)|https:\/\/)/, patternHint: 'must begin with / or https://', group: 'Content' },
      { name: 'summary', label: 'Summary', kind: 'long', max: 300, initial: '', group: 'Texts' },
      { name: 'description', label: 'Description', kind: 'html', max: 10_000, initial: '', group: 'Texts' },
    ],
    nameOf: (values) => String(values['title'] ?? ''),
    async check(_change, values) {
      const errors = []
      if (String(values['endsAt']) <= String(values['startsAt']))
        errors.push({ field: 'endsAt', message: 'The end must be after the start.' })
      if (Number(values['capacity']) < Number(values['seatsTaken'] ?? 0))
        errors.push({
          field: 'capacity',
          message: `${countText(Number(values['seatsTaken']), 'seat is', 'seats are')} already booked.`,
        })
      const unknown = ((values['skus'] ?? []) as readonly string[]).find((sku) => catalogue.productBySku(sku) === null)
      if (unknown !== undefined) errors.push({ field: 'skus', message: `No product has the SKU ${unknown}.` })
      return errors
    },
    async save({ tx }, key, values) {
      await updateDemo(tx, key, values)
      await cookingDemos.offerFreeSeats(tx, Number(key))
    },
    create: creating(insertDemo),
    async remove({ tx }, key) {
      return (await removeDemo(tx, key))
        ? done
        : wrong('', 'It cannot be deleted because it has bookings or a wait list.')
    },
    async related(key) {
      const input = { search: '', filters: { demo: key }, cursor: null, isBackwards: false, limit: 500 }
      const sort = { column: 'at', isDescending: false }
      const { records } = await attendeeRecords.list(database.db, { ...input, sort })
      return [
        {
          title: 'Attendees',
          columns: ['Name', 'Seats', 'State'],
          empty: 'No bookings yet.',
          rows: records.map((one) => [
            {
              text: `${String(one.values['firstName'])} ${String(one.values['lastName'])}`,
              href: `/office/attendees/${one.key}`,
            },
            String(one.values['guests']),
            states[one.values['state'] as keyof typeof states],
          ]),
        },
      ]
    },
    timeZone: zoneOfStore,
  }
}

function attendeeResource({ choices, cookingDemos }: Pick<EventsAdminDeps, 'choices' | 'cookingDemos'>): AdminResource {
  return {
    name: 'attendees',
    title: 'Attendees',
    one: 'attendee',
    section: 'Shop',
    about: 'Bookings and wait lists for cooking demos. A released seat is offered to the wait list.',
    see: 'answer customers',
    change: 'answer customers',
    csv: 'manage deliveries',
    records: attendeeRecords,
    sort: { column: 'startsAt', isDescending: true },
    searchHint: 'Name, email or reference',
    columns: [
      { name: 'title', label: 'Cooking demo' },
      { name: 'storeName', label: 'Store' },
      { name: 'startsAt', label: 'Starts', kind: 'instant', sorts: true },
      { name: 'state', label: 'State', kind: 'tag', words: states, sorts: true },
      { name: 'reference', label: 'Reference' },
      { name: 'firstName', label: 'First name' },
      { name: 'lastName', label: 'Last name', sorts: true },
      { name: 'email', label: 'Email' },
      { name: 'phone', label: 'Phone' },
      { name: 'guests', label: 'Seats', kind: 'number', sorts: true },
      { name: 'note', label: 'Note' },
    ],
    get filters() {
      return [
        { name: 'demo', label: 'Cooking demo', options: choices.cookingDemos },
        { name: 'state', label: 'State', options: optionsOf(states) },
      ]
    },
    fields: () =>
      shownOnly([
        { name: 'title', label: 'Cooking demo', kind: 'text' },
        { name: 'storeName', label: 'Store', kind: 'text' },
        { name: 'startsAt', label: 'Starts', kind: 'instant' },
        { name: 'state', label: 'State', kind: 'choice', options: optionsOf(states) },
        { name: 'reference', label: 'Reference', kind: 'text' },
        { name: 'firstName', label: 'First name', kind: 'text', isPersonal: true },
        { name: 'lastName', label: 'Last name', kind: 'text', isPersonal: true },
        { name: 'email', label: 'Email', kind: 'text', isPersonal: true },
        { name: 'phone', label: 'Phone', kind: 'text', isPersonal: true },
        { name: 'guests', label: 'Seats', kind: 'whole' },
        { name: 'orderNumber', label: 'Order', kind: 'text' },
        { name: 'note', label: 'Note', kind: 'long', isPersonal: true },
        { name: 'at', label: 'Requested', kind: 'instant' },
      ]),
    nameOf: (values) => `${String(values['firstName'])} ${String(values['lastName'])}`,
    actions: [
      {
        name: 'cancel',
        label: 'Cancel booking',
        about: 'We email them, and offer the seats to the wait list.',
        permission: 'manage deliveries',
        isDangerous: true,
        isOffered: ({ state, isOver }) => (state === 'booked' || state === 'said-yes') && isOver === false,
        async run({ key }) {
          const isCancelled = await cookingDemos.cancel(key)
          return isCancelled
            ? ok({ said: 'Booking cancelled', after: { state: 'cancelled' } })
            : wrong('', 'This booking is already cancelled.')
        },
      },
      {
        name: 'end-waiting',
        label: 'Remove from wait list',
        permission: 'manage deliveries',
        isOffered: ({ state }) => state === 'waiting' || state === 'told',
        async run({ key }) {
          await cookingDemos.endWaiting(key)
          return ok({ said: 'Removed from wait list', after: { state: 'gone' } })
        },
      },
    ],
    timeZone: zoneOfStore,
  }
}
