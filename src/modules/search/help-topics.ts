import type { Brand } from '../../brands/brands.ts'

/** Pages that answer what shoppers type into the search besides products. */

export type HelpTopic = { readonly title: string; readonly path: string }

type Topic = {
  readonly title: string
  /** What people type for it, without the words of `fillers`. */
  readonly phrases: readonly string[]
  readonly path: string
  /** Whether a shop has it; left out where every shop does. Pages of staff's own texts are also checked to exist. */
  readonly isOffered?: (brand: Brand) => boolean
}

const topics: readonly Topic[] = [
  {
    title: 'Delivery information',
    phrases: [
      'delivery',
      'deliveries',
      'free delivery',
      'delivery times',
      'delivery cost',
      'delivery costs',
      'delivery fee',
      'delivery information',
      'shipping',
      'shipping cost',
      'freight',
      'postage',
    ],
    path: '/s/delivery-information',
  },
  {
    title: 'Returns and refunds',
    phrases: [
      'return',
      'returns',
      'refund',
      'refunds',
      'return policy',
      'returns policy',
      'refund policy',
      'exchange',
      'exchanges',
      'change of mind',
      'return item',
      'faulty product',
    ],
    path: '/s/returns-and-refunds',
  },
  {
    title: 'Warranty and repairs',
    phrases: [
      'warranty',
      'warranties',
      'extended warranty',
      'warranty claim',
      'guarantee',
      'repair',
      'repairs',
      'service',
    ],
    path: '/s/warranty-and-repairs',
  },
  {
    title: 'Price match',
    phrases: [
      'price match',
      'price matching',
      'price beat',
      'price promise',
      'match price',
      'lowest price guarantee',
      'best price guarantee',
    ],
    path: '/s/price-match',
    isOffered: ({ pricePromise }) => pricePromise !== null,
  },
  {
    title: 'Track an order',
    phrases: [
      'track order',
      'track',
      'tracking',
      'order status',
      'order tracking',
      'where is order',
      'my order',
      'order',
    ],
    path: '/order-lookup',
  },
  {
    title: 'Contact us',
    phrases: ['contact', 'contact us', 'phone number', 'customer service', 'help', 'support', 'email', 'chat'],
    path: '/contact-us',
  },
  {
    title: 'Stores',
    phrases: ['store', 'stores', 'showroom', 'showrooms', 'store locations', 'store finder', 'locations'],
    path: '/stores',
  },
  {
    title: 'Assembly services',
    phrases: ['assembly', 'assembly service', 'assembly services'],
    path: '/s/assembly-services',
  },
]

/** Words around a topic: 'what is your returns policy'. */
const fillers: ReadonlySet<string> = new Set(
  'what when who is are your the a an my me it do you how long does can i we to of for and on get much about would like something anything'.split(
    ' ',
  ),
)

const plainWords = (term: string): string =>
  term
    .split(' ')
    .filter((word) => word !== '' && !fillers.has(word))
    .join(' ')

/** `hasText` tells whether a brand has a text of this name, as `/s/{name}`. */
type Texts = (name: string) => boolean

const isThere = (topic: Topic, brand: Brand, hasText: Texts): boolean =>
  (topic.isOffered?.(brand) ?? true) && (!topic.path.startsWith('/s/') || hasText(topic.path.slice(3)))

/** The page that a whole term asks for; null when it asks for products. */
export function helpTopicOf(term: string, brand: Brand, hasText: Texts): HelpTopic | null {
  const requested = plainWords(term)
  const topic = topics.find((one) =>
    one.phrases.some((phrase) => phrase === requested || plainWords(phrase) === requested),
  )
  return topic !== undefined && requested !== '' && isThere(topic, brand, hasText) ? topic : null
}

/** Every page that a brand has, with what people type for it. */
export function helpTopicsOf(
  brand: Brand,
  hasText: Texts,
): readonly (HelpTopic & { readonly phrases: readonly string[] })[] {
  return topics
    .filter((topic) => isThere(topic, brand, hasText))
    .map(({ title, path, phrases }) => ({ title, path, phrases }))
}

/** The pages whose topic is named somewhere in a term that found no product. */
export function helpTopicsIn(term: string, brand: Brand, hasText: Texts): readonly HelpTopic[] {
  const words = new Set(term.split(' '))
  return topics
    .filter(({ phrases }) =>
      phrases.some((phrase) => {
        const named = plainWords(phrase)
        return named !== '' && named.split(' ').every((word) => words.has(word))
      }),
    )
    .filter((topic) => isThere(topic, brand, hasText))
    .map(({ title, path }) => ({ title, path }))
}
