import type { AppCode } from '../../../src/brands/apps.ts'
import type { Brand } from '../../../src/brands/brands.ts'
import type { NewDocument } from '../../../src/modules/content/documents.server.ts'
import { htmlOf, paragraph } from '../../../src/platform/text/markup.ts'
import type { DemoRecord } from '../design.ts'
import { roomPicture } from '../models/rooms.ts'
import { spotsIn } from './room-spots.ts'

/** The eight home pages of a new shop: each brand leads with what its shoppers come for. Staff edit the same blocks in the back office. */

type Home = (brand: Brand, products: readonly DemoRecord[]) => NewDocument<'page'>
type Blocks = NonNullable<NewDocument<'page'>['blocks']>

const text = (words: string): string => htmlOf(paragraph(words))

const page = (brand: Brand, blocks: Blocks, masthead: NewDocument<'page'>['masthead'] = null): NewDocument<'page'> => ({
  pageType: 'generic',
  title: brand.tagline,
  masthead,
  blocks,
})

/** Rooms without a product in them that the app sells are left out. */
function room(
  app: AppCode,
  products: readonly DemoRecord[],
  own: { readonly name: Parameters<typeof spotsIn>[0]; readonly title: string; readonly text: string },
): Blocks {
  const spots = spotsIn(own.name, app, products).map(({ piece: _of, ...spot }) => spot)
  return spots.length === 0
    ? []
    : [{ type: 'room', title: own.title, text: own.text, picture: roomPicture(own.name), spots }]
}

const wa: Home = (brand) =>
  page(
    brand,
    [
      {
        type: 'feature',
        side: 'full',
        title: 'Dark timber, quiet steel',
        body: text(
          'Ovens, cooktops and refrigeration in finishes that belong together. See them side by side, switched on.',
        ),
        picture: roomPicture('kitchen-dark'),
        links: [
          { title: 'Explore ovens', uri: '/c/kitchen/ovens' },
          { title: 'Explore refrigeration', uri: '/c/kitchen/fridges' },
        ],
      },
      {
        type: 'showrooms',
        title: 'Come and cook with us',
        text: 'Bring your plans. A specialist walks you through working kitchens, for as long as you like, and sends you home with a quote.',
        count: 6,
      },
      {
        type: 'feature',
        side: 'right',
        title: 'The laundry, considered',
        body: text(
          'Washers and dryers that stack, slide or hide behind joinery. We check the cabinet drawing before you order.',
        ),
        picture: roomPicture('laundry'),
        links: [{ title: 'See the laundry range', uri: '/c/laundry' }],
      },
      { type: 'tiles', title: 'The collection', tiles: 'categories' },
      {
        type: 'products',
        title: 'New in the showroom',
        products: 'newest',
        more: { title: 'View all that is new', uri: '/products?sort=newest' },
      },
      {
        type: 'points',
        look: 'promises',
        title: 'From first sketch to first dinner',
        points: [
          {
            title: 'Chosen with you',
            text: 'A specialist for kitchen, laundry and outdoor in each showroom.',
            uri: '/stores',
          },
          {
            title: 'Delivered by our own crew',
            text: 'On the day you pick, with its price before you pay.',
            uri: '/s/delivery-information',
          },
          {
            title: 'Looked after',
            text: 'One number for questions, service and warranty, day and night.',
            uri: '/article/legendary-service',
          },
        ],
      },
      { type: 'promotions', title: 'Offers from our makers', count: 3 },
      { type: 'recentlyViewed' },
      { type: 'brands', title: 'The houses we represent' },
    ],
    {
      class: 'large-masthead',
      heading: brand.tagline,
      background: { ...roomPicture('showroom'), alt: '' },
      intro: text('Fourteen showrooms with working kitchens. Book an hour with a specialist, or start here.'),
      buttons: [
        { type: 'link', txt: 'Book a showroom visit', href: '/stores' },
        { type: 'link', txt: 'Browse the collection', href: '/products' },
      ],
    },
  )

const andoo: Home = (brand, products) =>
  page(brand, [
    ...room('andoo', products, {
      name: 'living-room',
      title: 'Rooms you can shop',
      text: 'Tap a number to see what it is and what it costs.',
    }),
    { type: 'tiles', title: 'Find your room', tiles: 'categories' },
    ...room('andoo', products, {
      name: 'bedroom',
      title: 'Sunday morning',
      text: 'Linen, oak and a bench for everything that should be in the wardrobe.',
    }),
    { type: 'saleSlot', slot: 'homePageBanner' },
    ...room('andoo', products, {
      name: 'dining-room',
      title: 'Dinner for six',
      text: 'Walnut, brass and two lamps over the table.',
    }),
    {
      type: 'products',
      title: 'Good buys this week',
      products: 'savings',
      more: { title: 'More good buys', uri: '/sale' },
    },
    {
      type: 'points',
      look: 'promises',
      title: 'Home, without the heavy lifting',
      points: [
        {
          title: 'Into the room',
          text: 'Carried in, up the stairs too, and put where you want it.',
          uri: '/s/delivery-information',
        },
        { title: 'No boxes left behind', text: 'The crew takes all packaging away.', uri: null },
        {
          title: 'Put together for you',
          text: 'Add assembly to beds, tables and wardrobes.',
          uri: '/s/assembly-services',
        },
      ],
    },
    ...room('andoo', products, {
      name: 'study',
      title: 'A corner to think in',
      text: 'A desk, a good chair and a lamp that turns.',
    }),
    { type: 'products', title: 'Just landed', products: 'newest' },
    { type: 'recentlyViewed' },
    { type: 'brands', title: 'Makers' },
  ])

/** Both countries lead with the delivery check; the words and the deals are each country's own. */
const online =
  (words: {
    readonly text: string
    readonly removal: string
    readonly connect: string
    readonly picture: 'laundry' | 'kitchen'
  }): Home =>
  (brand) =>
    page(brand, [
      {
        type: 'delivery',
        title: 'When can it be there?',
        text: words.text,
        picture: { ...roomPicture(words.picture), alt: '' },
      },
      { type: 'deals', title: 'Deals of the sale', count: 8 },
      {
        type: 'points',
        look: 'promises',
        title: 'What comes with every delivery',
        points: [
          {
            title: 'Your day, your price',
            text: 'Every day of the next months with its price, before you pay.',
            uri: '/s/delivery-information',
          },
          { title: 'Old one out', text: words.removal, uri: '/s/delivery-information' },
          { title: 'Connected and tested', text: words.connect, uri: '/s/delivery-information' },
          { title: 'Somebody answers', text: `Call ${brand.supportNumber} at any hour.`, uri: '/contact-us' },
        ],
      },
      { type: 'tiles', title: 'What do you need?', tiles: 'categories' },
      { type: 'promotions', title: 'Cashback and bonus offers', count: 3 },
      {
        type: 'products',
        title: 'New this season',
        products: 'newest',
        more: { title: 'See what is new', uri: '/products?sort=newest' },
      },
      { type: 'recentlyViewed' },
      { type: 'brands', title: 'Shop by brand' },
    ])

const aol = online({
  text: 'Enter your suburb and see the next days we deliver there, with the price of each.',
  removal: 'We take your old appliance away and recycle it.',
  connect: 'Fridges filled with water, washers levelled, dishwashers plumbed in: add it in the cart.',
  picture: 'laundry',
})

const aolNz = online({
  text: 'From Kaitaia to Invercargill: enter your suburb and see the next delivery days, with the price of each.',
  removal: 'We take your old appliance with us when we bring the new one.',
  connect: 'Add connection in the cart, where our crew offers it near you.',
  picture: 'kitchen',
})

const aoc: Home = (brand) =>
  page(brand, [
    {
      type: 'points',
      look: 'ways',
      title: 'Appliances by the project',
      text: 'One account for every site: your prices, staged deliveries and one invoice.',
      picture: null,
      points: [
        { title: 'Log in to your account', text: 'See your prices and buy on them.', uri: '/account/login' },
        { title: 'Reorder', text: 'Every order with its site and invoice: order it again.', uri: '/account/orders' },
        { title: 'Request a quote', text: 'Fill the cart, save it as a quote and send it on.', uri: '/cart/quote' },
        {
          title: 'Start a project',
          text: 'Dwellings, dates and stages, with one person who knows them.',
          uri: '/project',
        },
      ],
    },
    { type: 'tiles', title: 'Specify by category', tiles: 'categories' },
    {
      type: 'points',
      look: 'promises',
      title: 'What an account gives you',
      points: [
        { title: 'Project pricing', text: 'Your prices show as soon as you log in.', uri: '/account/register' },
        {
          title: 'Delivery by stage of works',
          text: 'Level by level, on the days you book.',
          uri: '/s/delivery-information',
        },
        {
          title: 'One invoice',
          text: 'All invoices in one place, ready for your accounts team.',
          uri: '/account/invoices',
        },
      ],
    },
    { type: 'promotions', title: 'Running for projects', count: 3 },
    { type: 'products', title: 'New models to specify', products: 'newest' },
    { type: 'recentlyViewed' },
    { type: 'brands', title: 'Brands on contract' },
  ])

const wac: Home = (brand) =>
  page(brand, [
    {
      type: 'points',
      look: 'ways',
      title: 'The trade desk',
      text: 'For builders, developers and designers who buy from Winning.',
      picture: { ...roomPicture('kitchen-dark'), alt: '' },
      points: [
        { title: 'Trade log-in', text: 'Terms, credit and your PO numbers.', uri: '/account/login' },
        { title: 'Reorder', text: 'The same kitchen for the next lot.', uri: '/account/orders' },
        {
          title: 'Quote a schedule',
          text: 'Save the cart as a quote with a number your client can read.',
          uri: '/cart/quote',
        },
        { title: 'Projects', text: 'Stages, sites and contacts.', uri: '/project' },
      ],
    },
    {
      type: 'feature',
      side: 'left',
      title: 'Specify it in the showroom',
      body: text(
        'Bring the client and the drawings. Your trade consultant prepares the schedule while they choose finishes.',
      ),
      picture: roomPicture('showroom'),
      links: [
        { title: 'Find a trade showroom', uri: '/stores' },
        { title: 'Talk to the desk', uri: '/contact-us' },
      ],
    },
    { type: 'tiles', title: 'Schedule by category', tiles: 'categories' },
    {
      type: 'points',
      look: 'promises',
      title: 'On a trade account',
      points: [
        { title: 'Credit', text: 'Buy on account once you are approved.', uri: '/account/register' },
        { title: 'PO numbers', text: 'On every order, delivery docket and invoice.', uri: '/account/invoices' },
        {
          title: 'Storage',
          text: 'Order early at today’s price; we hold it until the site is ready.',
          uri: '/s/delivery-information',
        },
      ],
    },
    { type: 'promotions', title: 'Trade offers', count: 3 },
    { type: 'products', title: 'New to the range', products: 'newest' },
    { type: 'recentlyViewed' },
    { type: 'brands', title: 'Brands we supply' },
  ])

const hc: Home = (brand) =>
  page(brand, [
    {
      type: 'conditions',
      title: 'Why is it cheaper?',
      text: 'Every item says what condition it is in and what it was. Pick yours.',
      picture: null,
    },
    { type: 'justIn', title: 'Just in' },
    {
      type: 'products',
      title: 'Biggest mark-downs',
      products: 'savings',
      more: { title: 'All mark-downs', uri: '/sale' },
    },
    { type: 'saleSlot', slot: 'homePageBanner' },
    {
      type: 'products',
      title: 'Off the truck',
      products: 'newest',
      more: { title: 'Everything just in', uri: '/products?sort=newest' },
    },
    { type: 'tiles', title: 'Dig by category', tiles: 'categories' },
    {
      type: 'points',
      look: 'promises',
      title: 'Outlet, not risky',
      points: [
        { title: 'Manufacturer warranty', text: 'On runout and cosmetic seconds too.', uri: null },
        { title: 'Seen and described', text: 'Missing parts and marks are on the page before you pay.', uri: null },
        {
          title: `${String(brand.changeOfMindDays)} days to return`,
          text: 'If it is not what we said, or not for you.',
          uri: '/s/terms-and-conditions',
        },
        { title: 'See it first', text: 'Outlet stores open to the public.', uri: '/stores' },
      ],
    },
    { type: 'recentlyViewed' },
    { type: 'brands', title: 'Brands on the floor' },
  ])

const fk: Home = (brand, products) => {
  const named = (room: 'kitchen' | 'kitchen-dark', names: readonly string[]) =>
    spotsIn(room, 'fk', products)
      .filter(({ piece }) => names.includes(piece))
      .map(({ piece: _of, ...spot }) => spot)
  return page(brand, [
    {
      type: 'fit',
      title: 'Start with the gap',
      text: 'Enter the space you have. We show what fits, with the air each model needs.',
      picture: { ...roomPicture('laundry'), alt: '' },
      kinds: [
        { title: 'Fridges that fit', uri: '/c/kitchen/fridges' },
        { title: 'Dishwashers', uri: '/c/kitchen/dishwashers' },
        { title: 'Ovens', uri: '/c/kitchen/ovens' },
        { title: 'Washing machines', uri: '/c/laundry/washing-machines' },
      ],
    },
    {
      type: 'tiles',
      title: 'Plan by width',
      tiles: [
        {
          title: 'Fridges up to 700 mm',
          subtext: 'For a 720 mm gap',
          uri: '/c/kitchen/fridges?filter=width_mm%3A-700',
          image: null,
        },
        {
          title: 'Fridges 700–850 mm',
          subtext: 'The usual niche',
          uri: '/c/kitchen/fridges?filter=width_mm%3A700-850',
          image: null,
        },
        {
          title: 'Fridges over 850 mm',
          subtext: 'French door and side by side',
          uri: '/c/kitchen/fridges?filter=width_mm%3A850-',
          image: null,
        },
        {
          title: 'Dishwashers 450 mm',
          subtext: 'Slim, for small kitchens',
          uri: '/c/kitchen/dishwashers?filter=width_mm%3A-460',
          image: null,
        },
        {
          title: 'Ovens 600 mm',
          subtext: 'Built in under the bench',
          uri: '/c/kitchen/ovens?filter=width_mm%3A-600',
          image: null,
        },
        { title: 'Ovens 900 mm', subtext: 'For a crowd', uri: '/c/kitchen/ovens?filter=width_mm%3A800-', image: null },
      ],
    },
    {
      type: 'room',
      title: 'The cooking package',
      text: 'Oven, cooktop and rangehood of one width: 600 mm, cut-outs to match.',
      picture: roomPicture('kitchen-dark'),
      spots: named('kitchen-dark', ['oven', 'cooktop-induction', 'rangehood-canopy']),
      isPackage: true,
    },
    {
      type: 'room',
      title: 'The whole kitchen',
      text: 'Everything that needs a plumber, an electrician or a niche, in one delivery.',
      picture: roomPicture('kitchen'),
      spots: named('kitchen', [
        'fridge-french-door',
        'dishwasher',
        'oven',
        'cooktop-induction',
        'rangehood-canopy',
        'tap',
      ]),
      isPackage: true,
    },
    {
      type: 'points',
      look: 'promises',
      title: 'Planned, then fitted',
      points: [
        { title: 'Dimensions on every product', text: 'With the clearance that the manufacturer asks for.', uri: null },
        { title: 'Measured at your place', text: 'Ask for it when you call; we bring the tape.', uri: '/contact-us' },
        { title: 'Delivered and installed', text: 'By the same crew, on one day.', uri: '/s/delivery-information' },
      ],
    },
    { type: 'tiles', title: 'Kitchen and laundry', tiles: 'categories' },
    { type: 'promotions', title: 'While you are planning', count: 3 },
    { type: 'products', title: 'New, with drawings', products: 'newest' },
    { type: 'recentlyViewed' },
    { type: 'brands', title: 'Brands we fit' },
  ])
}

export const homes: Readonly<Record<AppCode, Home>> = { wa, andoo, aol, 'aol-nz': aolNz, aoc, wac, hc, fk }
