/** A text with a heading, as GET /api/Static/{name} answers it (decision content-02). */
export type StaticContent = {
  readonly name: string
  readonly heading: string
  /** HTML that is safe to show as it is. */
  readonly body: string
  readonly metaTitle: string | null
  readonly metaDescription: string | null
  /** An instant, UTC. */
  readonly updatedAt: string
}

/** Texts that the shop itself links to. */
export const staticNames = {
  terms: 'terms-and-conditions',
  privacy: 'privacy-policy',
  agency: 'miele-agency-terms',
  delivery: 'delivery-information',
} as const

export const staticPath = (name: string): string => `/s/${name}`

export const contentNotAvailable = 'Content not available.'
