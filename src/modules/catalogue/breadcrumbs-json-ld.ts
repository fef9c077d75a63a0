/** The way from home to a page (schema.org BreadcrumbList). */
export function breadcrumbsJsonLd(
  trail: readonly { readonly title: string; readonly href: string | null }[],
  origin: string,
) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ title: 'Home', href: '/' }, ...trail].map((crumb, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: crumb.title,
      ...(crumb.href === null ? {} : { item: origin + crumb.href }),
    })),
  }
}
