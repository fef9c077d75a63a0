/** The list of brands and how their names are set (ROUTE-07, decision catalogue-12). */

export type ListedBrand = {
  readonly title: string
  readonly uri: string
  readonly wordmark: Wordmark
}

/** How a name is set where there is no logo file. */
export type Wordmark = {
  readonly weight: number
  /** Letter spacing in em. */
  readonly tracking: number
  readonly case: 'upper' | 'lower' | 'title'
  readonly family: 'sans' | 'serif'
}

/** Parses the stored wordmark; missing or invalid values get defaults. */
export function wordmarkOf(stored: unknown): Wordmark {
  const { weight, tracking, case: letterCase, family } = (stored ?? {}) as Partial<Record<string, unknown>>
  return {
    weight: typeof weight === 'number' && weight >= 100 && weight <= 900 ? weight : 600,
    tracking: typeof tracking === 'number' && Math.abs(tracking) <= 1 ? tracking : 0,
    case: letterCase === 'upper' || letterCase === 'lower' ? letterCase : 'title',
    family: family === 'serif' ? 'serif' : 'sans',
  }
}

export type BrandGroup<One> = { readonly letter: string; readonly brands: readonly One[] }

/** Brands grouped by first letter, A to Z, by name; names that begin with no letter come last under '#'. */
export function brandsByLetter<One extends { readonly title: string }>(brands: readonly One[]): BrandGroup<One>[] {
  const sorted = brands.toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
  const groups = Map.groupBy(sorted, ({ title }) => {
    const first = title.normalize('NFD').charAt(0).toUpperCase()
    return /[A-Z]/.test(first) ? first : '#'
  })
  return [...groups]
    .map(([letter, own]) => ({ letter, brands: own }))
    .toSorted((a, b) => Number(a.letter === '#') - Number(b.letter === '#') || a.letter.localeCompare(b.letter))
}
