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

/** The drawing at such a path; null when there is none. */
export function saleBannerAt(path: string): string | null {
  const name = /^\/media\/demo-sales\/([a-z-]+)\.svg$/.exec(path)?.[1] ?? ''
  for (const [sale, words] of Object.entries(sales))
    for (const shape of Object.keys(shapes) as BannerShape[])
      if (name === `${sale}-${shape}`) return drawn(words, shape)
  return null
}

function drawn({ title, line, ground, mark }: Words, shape: BannerShape): string {
  const [width, height] = shapes[shape]
  if (shape === 'icon') return icon(ground, mark)
  const isStrip = height < 100
  const text = (content: string, x: number, y: number, size: number, fill: string, weight: number, anchor: string) =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-weight="${weight}" text-anchor="${anchor}">${content}</text>`
  const longest = Math.max(
    ...lines(title, shape === 'tile' || shape === 'wide-narrow' ? 2 : 1).map((part) => part.length),
  )
  const big = isStrip ? height * 0.42 : Math.min(width / 9, height / 4, (width * 1.35) / longest)
  const small = isStrip ? height * 0.36 : big * 0.42
  const words = isStrip
    ? `<text x="${width / 2}" y="${height * 0.64}" text-anchor="middle" fill="#fff"><tspan font-size="${big}" font-weight="750" fill="${mark}">${title}</tspan>${width > 1_000 ? `<tspan dx="20" font-size="${small}">${line}</tspan>` : ''}</text>`
    : lines(title, shape === 'tile' || shape === 'wide-narrow' ? 2 : 1)
        .map((part, at, all) =>
          text(part, width * 0.08, height * 0.5 + (at - all.length + 1) * big * 1.05, big, mark, 750, 'start'),
        )
        .join('') +
      lines(line, width < 1_000 ? 2 : 1)
        .map((part, at) =>
          text(part, width * 0.08, height * 0.5 + small * (1.9 + at * 1.3), small, '#fff', 450, 'start'),
        )
        .join('')
  // Two plain discs at the end of the line: something to look at that says nothing.
  const discs = isStrip
    ? ''
    : `<circle cx="${width * 0.94}" cy="${height * 0.1}" r="${height * 0.42}" fill="#fff" fill-opacity=".09"/><circle cx="${width * 0.82}" cy="${height}" r="${height * 0.3}" fill="${mark}" fill-opacity=".22"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"><rect width="${width}" height="${height}" fill="${ground}"/>${discs}${words}</svg>
`
}

/** A price tag on a string's end, for where there is room for a sign and not for words. */
function icon(ground: string, mark: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><path d="M22 4h20a2 2 0 0 1 2 2v20L25 45a3 3 0 0 1-4 0L3 27a3 3 0 0 1 0-4z" fill="${ground}"/><circle cx="35" cy="13" r="4" fill="${mark}"/></svg>
`
}

/** A text on so many lines of about the same length. */
function lines(text: string, count: 1 | 2): string[] {
  const words = text.split(' ')
  if (count === 1 || words.length < 2) return [text]
  const longer = (at: number) => Math.max(words.slice(0, at).join(' ').length, words.slice(at).join(' ').length)
  const half = words.map((_, at) => at).reduce((best, at) => (longer(at) < longer(best) ? at : best))
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')].filter((line) => line !== '')
}
