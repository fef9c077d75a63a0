import { brandPath } from '../catalogue.ts'
import { escapeHtml } from '../../../platform/text/html.ts'

/**
 * Manufacturer content on product pages (settings AreaTenHeraEnabled and AreaTenPanEnabled): above the description and below it. The text
 * is that of the brand's page; the manufacturer's script, where there is one, finds the two places by `data-area-ten`.
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
          `<h3>From ${title}</h3>${hera ? '' : words}<p><a href="${brandPath(brand.uri)}">All ${title} products</a></p>`,
        )
      : '',
  ].join('')
}
