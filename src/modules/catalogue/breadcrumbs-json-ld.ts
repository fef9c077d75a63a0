import { crumbAddress, type Crumb } from './catalogue.ts'

/** The breadcrumbs of a page (schema.org BreadcrumbList). */
export function breadcrumbsJsonLd(trail: readonly Crumb[], origin: string) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ title: 'Home', href: '/' }, ...trail].map((crumb, at) => {
      const address = crumbAddress(crumb)
      return {
        '@type': 'ListItem',
        position: at + 1,
        name: crumb.title,
        ...(address === null ? {} : { item: origin + address }),
      }
    }),
  }
}
