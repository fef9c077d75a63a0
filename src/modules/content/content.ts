/** Content for pages and calls (decisions content-01 to content-08). No I/O. */

/** HTML that was sanitised when it was stored (decision platform-27). */
export type Html = string

export type ContentLink = { readonly title: string; readonly uri: string }

/** A text with a heading, as GET /api/Static/{name} answers it (decision content-02). */
export type StaticContent = {
  readonly name: string
  readonly heading: string
  readonly body: Html
  readonly metaTitle: string | null
  readonly metaDescription: string | null
  /** An instant, UTC. */
  readonly updatedAt: string
}

export type Footer = {
  readonly columns: readonly {
    readonly heading: string
    readonly links: readonly (ContentLink & { readonly external: boolean })[]
  }[]
  readonly social: readonly { readonly name: string; readonly url: string }[]
  readonly paymentLogos: readonly { readonly src: string; readonly alt: string }[]
  readonly legal: Html
}

export const noFooter: Footer = { columns: [], social: [], paymentLogos: [], legal: '' }

export type BlogSummary = {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly author: string
  /** An instant, UTC. */
  readonly publishedAt: string
  readonly heroImage: { readonly src: string; readonly alt: string } | null
  readonly tags: readonly string[]
}
export type BlogPost = BlogSummary & { readonly body: Html }

/** Posts of one page of the blog (decision content-05). */
export const postsAPage = 12

/** Texts that the shop itself links to. */
export const staticNames = {
  terms: 'terms-and-conditions',
  privacy: 'privacy-policy',
  agency: 'miele-agency-terms',
  delivery: 'delivery-information',
} as const

export const staticPath = (name: string): string => `/s/${name}`
export const articlePath = (name: string): string => `/article/${name}`
export const blogPath = (slug: string): string => `/blog/${slug}`

export const contentNotAvailable = 'Content not available.'

/** Whether an address is external. */
export const isExternal = (address: string): boolean => /^https?:\/\//i.test(address)
