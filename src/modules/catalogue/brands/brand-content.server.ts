import { brandPath } from '../catalogue.ts'
import { element, link, type Markup, paragraph, strong } from '../../../platform/text/markup.ts'

/**
 * Manufacturer content on product pages (settings AreaTenHeraEnabled and AreaTenPanEnabled): above the description and below it. The text
 * is that of the brand's page; the manufacturer's script, where there is one, finds the two places by `data-area-ten`.
 */
export function withBrandContent(
  description: string,
  brand: { readonly uri: string; readonly title: string; readonly blurb: string } | null,
  { hera, pan, sku }: { readonly hera: boolean; readonly pan: boolean; readonly sku: string },
): string {
  if (brand === null || !(hera || pan)) return description
  const { title, uri } = brand
  const blurb = brand.blurb === '' ? [] : [paragraph(brand.blurb)]
  const above = [paragraph(strong(title)), ...blurb]
  const below = [
    element('h3', {}, `From ${title}`),
    ...(hera ? [] : blurb),
    paragraph(link(brandPath(uri), `All ${title} products`)),
  ]
  const place = (widget: string, content: readonly Markup[]) =>
    element('div', { 'data-area-ten': widget, 'data-sku': sku }, content).text
  return [hera ? place('hera', above) : '', description, pan ? place('pan', below) : ''].join('')
}
