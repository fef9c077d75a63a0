import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The budgets of a page's first load, compressed by brotli. A page past its budget fails the build. */

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

const kB = 1_000

/** A page grows with every feature: what is enforced leaves five percent of the budget for the next ones. */
const headroom = 0.95

export const budgets = [
  { page: 'home', route: 'src/app/routes/home/home.tsx', script: 115 * kB * headroom, style: 15 * kB * headroom },
  {
    page: 'listing',
    route: 'src/app/routes/catalogue/category.tsx',
    script: 115 * kB * headroom,
    style: 15 * kB * headroom,
  },
  { page: 'search', route: 'src/app/routes/search/search.tsx', script: 115 * kB * headroom, style: 15 * kB * headroom },
  {
    page: 'product',
    route: 'src/app/routes/product/product.tsx',
    script: 115 * kB * headroom,
    style: 15 * kB * headroom,
  },
  { page: 'cart', route: 'src/app/routes/cart/cart.tsx', script: 115 * kB * headroom, style: 15 * kB * headroom },
  {
    page: 'checkout',
    route: 'src/app/routes/checkout/checkout.tsx',
    script: 140 * kB * headroom,
    style: 15 * kB * headroom,
    later: ['src/modules/checkout/ui/send-order.ts', 'src/modules/payments/ui/encrypt-card.ts'],
  },
  {
    page: 'confirmation',
    route: 'src/app/routes/checkout/confirmation.tsx',
    script: 115 * kB * headroom,
    style: 15 * kB * headroom,
  },
] as const

export type PageWeight = { readonly page: string; readonly script: number; readonly style: number }

const client = 'build/client'

/** What each page fetches before it works, in brotli bytes. */
export function pageWeights(): PageWeight[] {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  return budgets.map((budget) => {
    const roots = [
      'src/app/root.tsx',
      'src/app/entry.client.tsx',
      budget.route,
      ...('later' in budget ? budget.later : []),
    ]
    const files = filesOf(manifest, roots)
    const weigh = (ending: string) =>
      files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + compressed(file), 0)
    return { page: budget.page, script: weigh('.js'), style: weigh('.css') }
  })
}

/** Throws when a page is over its budget, naming the page and by how much. */
export function checkBudgets(say: (text: string) => void): void {
  const faults = pageWeights().flatMap(({ page, script, style }) => {
    const budget = budgets.find((one) => one.page === page)
    say(`  ${page}: script ${(script / kB).toFixed(1)} kB, style ${(style / kB).toFixed(1)} kB`)
    return [
      ...(script > (budget?.script ?? 0) ? [`${page}: ${script} bytes of script, allowed are ${budget?.script}`] : []),
      ...(style > (budget?.style ?? 0) ? [`${page}: ${style} bytes of style, allowed are ${budget?.style}`] : []),
    ]
  })
  if (faults.length > 0) throw new Error(`Pages are over their budgets:\n${faults.join('\n')}`)
}

function filesOf(manifest: Manifest, roots: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const follow = (key: string): void => {
    const chunk = manifest[key] ?? manifest[`${key}?__react-router-build-client-route`]
    if (chunk === undefined || seen.has(key)) return
    seen.add(key)
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) follow(next)
  }
  for (const root of roots) {
    follow(root)
    if (!seen.has(root)) throw new Error(`the build has no ${root}: was it renamed?`)
  }
  return [...files]
}

function compressed(file: string): number {
  const path = join(client, `${file}.br`)
  return statSync(existsSync(path) ? path : join(client, file)).size
}
