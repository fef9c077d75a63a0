import { brandPath } from './catalogue.ts'
import { escapeHtml } from '../../platform/text/html.ts'

/**
 * What a maker says of itself on the pages of its products (settings AreaTenHeraEnabled and AreaTenPanEnabled): over the description and below
 * it. The words are those of our own page of the brand; the maker's program, where there is one, finds the two places by `data-area-ten`.
 */
export function withBrandContent(
  description: string,
  brand: { readonly uri: string; readonly title: string; readonly blurb: string } | null,
  { hera, pan, sku }: { readonly hera: boolean; readonly pan: boolean; readonly sku: string },
): string {
  if (brand === null) return description
  const [title, blurb, code] = [brand.title, brand.blurb, sku].map(escapeHtml) as [string, string, string]
  const words = blurb === '' ? '' : `<p>${blurb}</p>`
  const place = (widget: string, inside: string) => `<div data-area-ten="${widget}" data-sku="${code}">${inside}</div>`
  return [
    hera ? place('hera', `<p><strong>${title}</strong></p>${words}`) : '',
    description,
    pan
      ? place(
          'pan',
          `<h3>From ${title}</h3>${hera ? '' : words}<p><a href="${brandPath(brand.uri)}">Everything of ${title}</a></p>`,
        )
      : '',
  ].join('')
}
