import { element, type Markup } from '../../../src/platform/text/markup.ts'

/** The demo sales' banners, drawn: words on the sale's colour, in the shapes that the slots want. */

const shapes = {
  strip: [1440, 48],
  'strip-narrow': [720, 96],
  wide: [1440, 300],
  'wide-narrow': [720, 440],
  box: [640, 160],
  tile: [480, 480],
  tag: [300, 56],
  icon: [48, 48],
} as const

export type BannerShape = keyof typeof shapes

type Words = { readonly title: string; readonly line: string; readonly ground: string; readonly mark: string }

const sales: Readonly<Record<string, Words>> = {
  'cool-down': {
    title: 'Summer Cool Down',
    line: 'Fridges and air conditioners, well below RRP',
    ground: '#0b3a8f',
    mark: '#ffd24a',
  },
  'home-for-summer': {
    title: 'Home for Summer',
    line: 'Beds, sofas and tables, here before the guests',
    ground: '#7a3b22',
    mark: '#f6e3d0',
  },
  'red-tag': {
    title: 'Red Tag Clearance',
    line: 'Runout and cosmetic seconds, gone when gone',
    ground: '#c4102b',
    mark: '#ffffff',
  },
}

export const saleBannerPath = (sale: string, shape: BannerShape): string => `/media/demo-sales/${sale}-${shape}.svg`

/** The banner at such a path; null when there is none. */
export function saleBannerAt(path: string): string | null {
  const name = /^\/media\/demo-sales\/([a-z-]+)\.svg$/.exec(path)?.[1] ?? ''
  for (const [sale, words] of Object.entries(sales))
    for (const shape of Object.keys(shapes) as BannerShape[])
      if (name === `${sale}-${shape}`) return drawn(words, shape)
  return null
}

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

function drawn(words: Words, shape: BannerShape): string {
  const [width, height] = shapes[shape]
  const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height }
  if (shape === 'icon') return `${element('svg', frame, icon(words)).text}\n`
  const ground = element('rect', { width, height, fill: words.ground })
  const content = height < 100 ? strip(words, [width, height]) : poster(words, shape)
  return `${element('svg', { ...frame, 'font-family': fonts }, ground, content).text}\n`
}

/** Title and line beside each other; a narrow strip has room for the title only. */
function strip({ title, line, mark }: Words, [width, height]: readonly [number, number]): Markup {
  const big = element('tspan', { 'font-size': height * 0.42, 'font-weight': 750, fill: mark }, title)
  const small = width > 1_000 ? element('tspan', { dx: 20, 'font-size': height * 0.36 }, line) : null
  return element('text', { x: width / 2, y: height * 0.64, 'text-anchor': 'middle', fill: '#fff' }, big, small)
}

function poster({ title, line, mark }: Words, shape: BannerShape): readonly Markup[] {
  const [width, height] = shapes[shape]
  const titleLines = lines(title, shape === 'tile' || shape === 'wide-narrow' ? 2 : 1)
  const longest = Math.max(...titleLines.map((part) => part.length))
  const big = Math.min(width / 9, height / 4, (width * 1.35) / longest)
  const small = big * 0.42
  const text = (content: string, y: number, style: { 'font-size': number; fill: string; 'font-weight': number }) =>
    element('text', { x: width * 0.08, y, ...style, 'text-anchor': 'start' }, content)
  const titleStyle = { 'font-size': big, fill: mark, 'font-weight': 750 }
  const lineStyle = { 'font-size': small, fill: '#fff', 'font-weight': 450 }
  return [
    // Two plain discs at the end of the line: something to look at that says nothing.
    element('circle', { cx: width * 0.94, cy: height * 0.1, r: height * 0.42, fill: '#fff', 'fill-opacity': '.09' }),
    element('circle', { cx: width * 0.82, cy: height, r: height * 0.3, fill: mark, 'fill-opacity': '.22' }),
    ...titleLines.map((part, at, all) => text(part, height * 0.5 + (at - all.length + 1) * big * 1.05, titleStyle)),
    ...lines(line, width < 1_000 ? 2 : 1).map((part, at) =>
      text(part, height * 0.5 + small * (1.9 + at * 1.3), lineStyle),
    ),
  ]
}

/** A price tag on a string's end, for where there is room for a sign and not for words. */
const icon = ({ ground, mark }: Words): readonly Markup[] => [
  element('path', { d: 'M22 4h20a2 2 0 0 1 2 2v20L25 45a3 3 0 0 1-4 0L3 27a3 3 0 0 1 0-4z', fill: ground }),
  element('circle', { cx: 35, cy: 13, r: 4, fill: mark }),
]

/** A text on so many lines of about the same length. */
function lines(text: string, count: 1 | 2): string[] {
  const words = text.split(' ')
  if (count === 1 || words.length < 2) return [text]
  const longer = (at: number) => Math.max(words.slice(0, at).join(' ').length, words.slice(at).join(' ').length)
  const half = words.map((_, at) => at).reduce((best, at) => (longer(at) < longer(best) ? at : best))
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')].filter((line) => line !== '')
}
