import { brands, type Brand } from '../../../src/brands/brands.ts'
import type { NewEntry } from '../../../src/modules/content/content-store.server.ts'
import { staticPages } from '../../../src/modules/content/static-pages.server.ts'
import type { NewDocument } from '../../../src/modules/content/documents.server.ts'
import { days } from '../../../src/platform/clock.ts'
import { roomPicture, type RoomName } from '../models/rooms.ts'
import { demoProducts } from '../catalogue.ts'
import { homes } from './homes.ts'
import { heading, htmlOf, link, paragraph, phoneLink, strong } from '../../../src/platform/text/markup.ts'

/** What a new database says in every app's words: the texts it needs, its home page, and articles and posts made up for the demonstration. */

const landing = (brand: Brand): NewDocument<'page'> => ({
  pageType: 'generic',
  title: 'Moving in',
  metaDescription: `What ${brand.companyName} delivers first when you move in.`,
  masthead: {
    class: 'large-masthead',
    background: { ...roomPicture('showroom'), alt: '' },
    heading: 'Moving in',
    intro: htmlOf(
      paragraph('Order what the new place needs and have it all come on one day, after you have the keys.'),
    ),
    subtitle: 'On the day',
    subTitles: ['One truck for everything', 'Put where you want it', 'Old ones taken away'],
    buttons: [
      { type: 'link', txt: 'See everything', href: '/products' },
      { type: 'link', txt: 'How delivery works', href: '/s/delivery-information' },
    ],
  },
  blocks: [
    { type: 'tiles', title: 'Start with', tiles: 'categories' },
    { type: 'products', title: 'New arrivals', products: 'newest' },
  ],
})

const service = (brand: Brand): NewDocument<'page'> => ({
  pageType: 'topic',
  title: 'Legendary service',
  metaDescription: `What ${brand.companyName} does before, on and after the day of delivery.`,
  masthead: {
    heading: 'Legendary service',
    intro: htmlOf(paragraph('You see the price of each day before you pay, and the crew that comes is our own.')),
  },
  blocks: [
    {
      type: 'html',
      body: htmlOf(
        heading('Before'),
        paragraph(
          'Choose your suburb once, and every list and product shows the first delivery day and what it costs. If a model will not fit your space, the list says so.',
        ),
        heading('On the day'),
        paragraph(
          'In the morning we send you a two-hour window, and a message half an hour before we arrive. We carry it in, put it where it belongs and take the packaging with us.',
        ),
        heading('After'),
        paragraph('Call us on ', phoneLink(brand.supportNumber), ', at any hour. People answer.'),
      ),
    },
    { type: 'promotions', title: 'Offers running now', count: 3 },
  ],
})

const categoryPage = (
  title: string,
  heading: string,
  intro: string,
  room: RoomName,
  more: NonNullable<NewDocument<'page'>['masthead']>['buttons'] = [],
): NewDocument<'page'> => ({
  pageType: 'categoryPage',
  title,
  masthead: {
    heading,
    intro: htmlOf(paragraph(intro)),
    background: { ...roomPicture(room), alt: '' },
    buttons: [{ type: 'refine', txt: 'Refine' }, { type: 'search', txt: 'Search' }, ...more],
  },
})

const categoryPages: Readonly<Record<string, NewDocument<'page'>>> = {
  kitchen: categoryPage(
    'Kitchen',
    'A kitchen that fits',
    'Fridges, ovens and dishwashers, with the space each one needs.',
    'kitchen',
  ),
  laundry: categoryPage(
    'Laundry',
    'Washing, done sooner',
    'Washers and dryers, and what a load in them costs.',
    'laundry',
  ),
  'tv-and-audio': categoryPage(
    'TV and Audio',
    'The best seat is yours',
    'Televisions by the distance you sit at, and sound to match.',
    'media-room',
  ),
  living: categoryPage(
    'Living',
    'Come in and sit down',
    'Sofas, armchairs and the tables between them.',
    'living-room',
  ),
  dining: categoryPage('Dining', 'Room for one more', 'Tables for two to ten, and chairs to stay in.', 'dining-room'),
  bedroom: categoryPage('Bedroom', 'Sleep on it', 'Beds, mattresses and storage, carried to the room.', 'bedroom'),
  office: categoryPage('Office', 'A desk of your own', 'Desks, chairs and shelves for working at home.', 'study'),
  outdoor: categoryPage(
    'Outdoor',
    'Summer is outside',
    'Barbecues, tables and shade that stand up to sun and salt.',
    'patio',
    [{ type: 'extLink', txt: 'UV index today', href: 'https://www.bom.gov.au/' }],
  ),
}

const virtualTour: NewDocument<'page'> = {
  pageType: 'pages',
  title: 'See the showroom from home',
  metaDescription: 'Walk through a showroom without leaving the sofa.',
  masthead: {
    class: 'virtual-tour-masthead',
    heading: 'See the showroom from home',
    intro: htmlOf(paragraph('Every kitchen on display, at your own pace.')),
    background: { ...roomPicture('showroom'), alt: '' },
  },
  blocks: [{ type: 'brands', title: 'On display' }],
}

const post = (
  slug: string,
  ago: number,
  about: Omit<NewDocument<'post'>, 'publishedAt' | 'author'>,
): { slug: string; ago: number; about: typeof about } => ({ slug, ago, about })

const appliancePosts = [
  post('measure-before-you-buy-a-fridge', 5, {
    title: 'Measure before you buy a fridge',
    summary: 'Three numbers for the space, two for the way in, and the one most people forget.',
    heroImage: roomPicture('kitchen'),
    tags: ['Kitchen', 'Buying guides'],
    body: htmlOf(
      paragraph(
        'A fridge that does not fit is the most common reason for a second delivery. It takes five minutes to avoid.',
      ),
      heading('The space'),
      paragraph(
        'Measure the width at the top, the middle and the bottom, because walls lean. Write down the smallest. Then depth from the wall to the front of the bench, and height to the cupboard above.',
      ),
      heading('The air'),
      paragraph(
        'Every model says how much air it needs beside, behind and above. Enter your space in the list of fridges: what will not fit with its air is marked.',
      ),
      heading('The way in'),
      paragraph('The narrowest door counts, and so does the turn after it. Handles and doors come off; walls do not.'),
    ),
  }),
  post('heat-pump-or-vented-dryer', 19, {
    title: 'Heat pump or vented dryer?',
    summary: 'What each costs to buy, what each costs to run, and how many loads it takes to even out.',
    heroImage: roomPicture('laundry'),
    tags: ['Laundry', 'Buying guides', 'Energy'],
    body: htmlOf(
      paragraph('A vented dryer heats air and blows it out. A heat pump keeps the heat and throws out the water.'),
      heading('To run'),
      paragraph(
        'Per load a heat pump uses about a third of the electricity. The label says kilowatt hours a year; our pages turn them into dollars for your state.',
      ),
      heading('To live with'),
      paragraph(
        'A heat pump takes longer and is gentler. It needs no duct, so it may stand in a cupboard. Clean its filter after every load.',
      ),
    ),
  }),
  post('how-loud-is-a-dishwasher', 33, {
    title: 'How loud is a dishwasher?',
    summary: 'Decibels in words, for kitchens that open into the living room.',
    heroImage: roomPicture('kitchen-dark'),
    tags: ['Kitchen'],
    body: htmlOf(
      paragraph(
        'At 50 decibels you raise your voice a little. At 44 you hear it when nobody speaks. At 40 you look for the light on the floor to know whether it is running.',
      ),
      paragraph('Three decibels less is half the sound power. Sort a list by noise when the kitchen has no door.'),
    ),
  }),
]

const homePosts = [
  post('will-the-sofa-get-in', 8, {
    title: 'Will the sofa get in?',
    summary: 'Doors, stairs and lifts: what to measure before a sofa is on its way.',
    heroImage: roomPicture('living-room'),
    tags: ['Living', 'Buying guides'],
    body: htmlOf(
      paragraph(
        'A sofa goes through a door on its end more often than you would think. What decides is its depth and the height of the door, not its length.',
      ),
      heading('Measure'),
      paragraph(
        'The narrowest door, the stairs between wall and rail, the lift from corner to corner. Tell us about anything tight in the delivery instructions.',
      ),
    ),
  }),
  post('a-table-for-how-many', 26, {
    title: 'A table for how many?',
    summary: 'Sixty centimetres per person, and the room a chair needs behind it.',
    heroImage: roomPicture('dining-room'),
    tags: ['Dining', 'Buying guides'],
    body: htmlOf(
      paragraph(
        'Count sixty centimetres of edge for each person, and seventy-five from the table to the wall so that somebody can get up.',
      ),
      paragraph('Round tables seat more people than they should; rectangular ones fit more rooms than they could.'),
    ),
  }),
]

const posts = ({ app }: Brand) =>
  app === 'andoo' ? homePosts : app === 'hc' ? [...homePosts, ...appliancePosts] : appliancePosts

const footer = ({ hasStores, companyName }: Brand): NewDocument<'footer'> => ({
  columns: [
    {
      heading: 'Help',
      links: [
        { title: 'Contact us', uri: '/contact-us' },
        { title: 'Delivery information', uri: '/s/delivery-information' },
        { title: 'Returns and refunds', uri: '/s/returns-and-refunds' },
        { title: 'Warranty and repairs', uri: '/s/warranty-and-repairs' },
        { title: 'Find an order', uri: '/order-lookup' },
        { title: 'Your account', uri: '/account' },
        { title: 'Site map', uri: '/sitemap' },
      ],
    },
    {
      heading: 'About us',
      links: [
        ...(hasStores ? [{ title: 'Stores and opening hours', uri: '/stores' }] : []),
        ...(hasStores ? [{ title: 'Cooking demos', uri: '/cooking-demos' }] : []),
        { title: 'Legendary service', uri: '/article/legendary-service' },
        { title: 'Blog', uri: '/blog' },
        { title: 'Promotions', uri: '/promotions' },
        { title: 'Sale', uri: '/sale' },
      ],
    },
  ],
  legal: htmlOf(
    paragraph(
      `${companyName} · `,
      link('/s/terms-and-conditions', 'Terms and conditions'),
      ' · ',
      link('/s/privacy-policy', 'Privacy policy'),
    ),
  ),
})

const alerts: Partial<Record<Brand['app'], NewDocument<'alert'>>> = {
  andoo: {
    desktopContent: htmlOf(
      paragraph(strong('Ordering for Christmas?'), ' Metropolitan orders until 18 December arrive before it.'),
    ),
    mobileContent: htmlOf(paragraph(strong('For Christmas:'), ' order by 18 December.')),
    bannerURL: '/s/delivery-information',
    backgroundColor: '#0f4c4a',
  },
  wac: {
    desktopContent: htmlOf(paragraph(strong('Project teams:'), ' staged deliveries for 2027 can be booked now.')),
    bannerURL: '/project',
    backgroundColor: '#22303c',
  },
}

/** Everything, for every app, seen from `now` on. */
export function contentEntries(now: Date): NewEntry[] {
  const products = [...demoProducts({ today: now.toISOString().slice(0, 10) })]
  return brands.flatMap((brand): NewEntry[] => {
    const { app } = brand
    const entry = { app, visibleFrom: now, isDemo: true } as const
    const page = (slug: string, document: NewDocument<'page'>): NewEntry => ({ ...entry, kind: 'page', slug, document })
    const alert = alerts[app]
    return [
      ...Object.entries(staticPages).map(([slug, { heading, summary, body }]): NewEntry => ({
        ...entry,
        kind: 'static',
        slug,
        document: { heading, body: htmlOf(...body(brand)), metaDescription: summary(brand) },
      })),
      page('home', homes[app](brand, products)),
      page('default', landing(brand)),
      page('legendary-service', service(brand)),
      ...Object.entries(categoryPages).map(([uri, document]) => page(`c/${uri}`, document)),
      ...(brand.hasStores ? [page('see-the-showroom', virtualTour)] : []),
      { ...entry, kind: 'footer', slug: '', document: footer(brand) },
      ...(alert === undefined ? [] : [{ ...entry, kind: 'alert', slug: '', document: alert } as const]),
      ...posts(brand).map(({ slug, ago, about }): NewEntry => ({
        ...entry,
        kind: 'post',
        slug,
        document: {
          ...about,
          author: `The ${brand.companyName} team`,
          publishedAt: new Date(now.getTime() - days(ago)).toISOString(),
        },
      })),
    ]
  })
}
