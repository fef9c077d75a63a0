import { addDays, dayIn, instantIn } from '../../../src/platform/calendar.ts'
import type { NewCookingDemo } from '../../../src/modules/events/events.ts'
import { htmlOf, list, paragraph } from '../../../src/platform/text/markup.ts'
import { roomPicture } from '../models/rooms.ts'
import { demoStores } from './stores.ts'

/**
 * Cooking demos of a new database, made up for the demonstration: from the day it is made, eight weeks of sessions in the demo showrooms,
 * with one of every state that a page must show.
 */

type Session = Pick<
  NewCookingDemo,
  | 'title'
  | 'summary'
  | 'description'
  | 'brand'
  | 'cookingDemoType'
  | 'cookingDemoSubEventType'
  | 'priceCents'
  | 'imageUrl'
> & { readonly at: readonly [from: string, until: string]; readonly capacity: number; readonly maxGuests: number }

// A table, one row a line.
// prettier-ignore
const sessions: readonly Session[] = [
  {
    title: 'Steam ovens, from bread to fish',
    summary: 'Taste what steam does to a loaf, to vegetables and to a whole fish, and ask the questions you would ask at home.',
    description:
      htmlOf(paragraph('One oven, an hour and a half, five dishes. You see which function does what, how long it really takes, and how it is cleaned afterwards.'), list('ul', ['Bread with a crust from your own kitchen', 'Vegetables that keep their colour', 'Yesterday’s dinner, warm and not dry'])),
    brand: 'Miele',
    cookingDemoType: 0,
    cookingDemoSubEventType: 0,
    priceCents: 0,
    imageUrl: roomPicture('kitchen').src,
    at: ['10:30', '12:00'],
    capacity: 12,
    maxGuests: 4,
  },
  {
    title: 'Your new oven, made yours',
    summary: 'For those who have just bought one: the first week with your oven in two hours, with everything set up the way you cook.',
    description:
      htmlOf(paragraph('Bring the questions from your first days. We go through the functions on the same oven that stands in your kitchen, and you cook with it.'), paragraph('Please have your order number at hand when you book.')),
    brand: 'Miele',
    cookingDemoType: 1,
    cookingDemoSubEventType: 2,
    priceCents: 0,
    imageUrl: roomPicture('kitchen-dark').src,
    at: ['18:00', '20:00'],
    capacity: 8,
    maxGuests: 2,
  },
  {
    title: 'Induction in an evening',
    summary: 'Boil, sear and melt without a flame: what changes, what your pans must be, and why sauces stop burning.',
    description: htmlOf(paragraph('We cook a dinner of three courses on induction, and you eat it. Bring a pan of your own to try it.')),
    brand: '',
    cookingDemoType: 2,
    cookingDemoSubEventType: 0,
    priceCents: 25_00,
    imageUrl: roomPicture('kitchen').src,
    at: ['17:30', '19:00'],
    capacity: 10,
    maxGuests: 4,
  },
  {
    title: 'Masterclass: the long roast',
    summary: 'A morning on low heat: probes, resting and carving, with lunch at the end of it.',
    description: htmlOf(paragraph('Four hours for those who want to know. There is a place at the bench for everyone, and an apron.')),
    brand: '',
    cookingDemoType: 2,
    cookingDemoSubEventType: 1,
    priceCents: 80_00,
    imageUrl: roomPicture('kitchen-dark').src,
    at: ['09:30', '13:30'],
    capacity: 6,
    maxGuests: 2,
  },
]

const presenters = ['Alex Marlow', 'Bea Lindqvist', null]

/** Days from the first one on which there are sessions. */
const days = [0, 1, 2, 3, 5, 6, 8, 9, 12, 13, 15, 17, 20, 22, 26, 27, 30, 34, 36, 41, 44, 48, 54]

/** A session in each store that has its turn on a day: the first store of every app always has, so that no app's list is empty. */
export function demoCookingDemos(now: Date): NewCookingDemo[] {
  const stores = demoStores.filter((store) => !store.isAppointmentOnly)
  const firsts = new Set([
    'waterloo',
    ...['andoo', 'fk', 'hc'].map((app) => stores.find((one) => one.apps.some((of) => of === app))?.storeUri),
  ])
  return stores.flatMap((store, at) =>
    days.flatMap((offset, turn): NewCookingDemo[] => {
      const session = sessions[(turn + at) % sessions.length]
      if (session === undefined || (!firsts.has(store.storeUri) && turn % 6 !== at % 6)) return []
      const { at: times, ...about } = session
      const day = addDays(dayIn(store.timeZone, now), offset)
      return [
        {
          ...about,
          storeUri: store.storeUri,
          presenter: presenters[turn % presenters.length] ?? null,
          startsAt: instantIn(store.timeZone, `${day}T${times[0]}`),
          endsAt: instantIn(store.timeZone, `${day}T${times[1]}`),
          // One in five is full, and one in seven is booked with the store.
          seatsTaken: turn % 5 === 4 ? about.capacity : (turn * 3) % about.capacity,
          isBookedByStore: turn % 7 === 5,
          skus: [],
          isDemo: true,
        },
      ]
    }),
  )
}
