/** The meta tags of a content page. */
export type ContentAbout = { readonly title: string; readonly description: string; readonly canonical: string }

export const contentMeta = ({ title, description, canonical }: ContentAbout) => [
  { title },
  ...(description === '' ? [] : [{ name: 'description', content: description }]),
  { tagName: 'link', rel: 'canonical', href: canonical },
]
