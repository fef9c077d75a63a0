/** Scenes with products in them, for home pages, categories and articles; each is a function in `rooms/`. */
export const roomNames = [
  'kitchen',
  'kitchen-dark',
  'living-room',
  'media-room',
  'dining-room',
  'bedroom',
  'study',
  'laundry',
  'patio',
  'showroom',
] as const

export type RoomName = (typeof roomNames)[number]

const alts: Readonly<Record<RoomName, string>> = {
  kitchen: 'A kitchen with its appliances built in',
  'kitchen-dark': 'A kitchen in dark colours',
  'living-room': 'A living room with sofa, coffee table and lamp',
  'media-room': 'A room with a television and sofas',
  'dining-room': 'A dining table with chairs',
  bedroom: 'A bedroom with bed, bedside table and wardrobe',
  study: 'A study with desk and chair',
  laundry: 'A laundry with washing machine and dryer',
  patio: 'A patio with outdoor furniture',
  showroom: 'A showroom with appliances and furniture',
}

export const roomFile = (name: RoomName): string => `room-${name}-wide.avif`

/** The picture of a room as records name it. */
export const roomPicture = (name: RoomName) => ({ src: `/media/demo/${roomFile(name)}`, alt: alts[name] })
