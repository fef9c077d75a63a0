import type { Category, ProductSummary } from '../catalogue.ts'
import { element } from '../../../platform/text/markup.ts'
import type { ProductRecord } from './product-record.ts'

/** Pictures of products and categories without a photo: drawn in the demonstration, else a placeholder. */

/** Draws the demonstration's pictures, as SVG. */
export interface Illustrator {
  product(spec: DrawingSpec): string
  /** The product as lines, from two sides, with its dimensions. */
  dimensions(spec: DrawingSpec, caption: string): string
  /** Another picture of the demonstration, by its address; null when there is none. */
  at(path: string): string | null
}

export type DrawingSpec = NonNullable<ProductRecord['drawing']> & {
  readonly widthMm: number
  readonly heightMm: number
  readonly depthMm: number
}

const standIn = { widthMm: 600, heightMm: 850, depthMm: 600 }

export function categoryPicture(category: Pick<Category, 'uri' | 'drawing'>): string {
  return category.drawing === null ? '/media/placeholder.svg' : `/media/categories/${category.uri}.svg`
}

function specOf(picture: NonNullable<ProductRecord['drawing']>, size: DrawingSize): DrawingSpec {
  return {
    ...picture,
    widthMm: size.widthMm ?? standIn.widthMm,
    heightMm: size.heightMm ?? standIn.heightMm,
    depthMm: size.depthMm ?? standIn.depthMm,
  }
}

type DrawingSize = {
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly depthMm: number | null
}

export function productDrawing(
  illustrator: Illustrator | null,
  picture: ProductRecord['drawing'],
  size: DrawingSize,
  { kind, title }: { readonly kind: 'picture' | 'dimensions'; readonly title: string },
): string {
  if (picture === null || illustrator === null) return placeholderDrawing(title)
  const spec = specOf(picture, size)
  return kind === 'dimensions' ? illustrator.dimensions(spec, title) : illustrator.product(spec)
}

export function categoryDrawing(illustrator: Illustrator | null, category: Category): string {
  if (category.drawing === null || illustrator === null) return placeholderDrawing(category.title)
  return illustrator.product(specOf(category.drawing, category.drawingSize ?? standIn))
}

/** One quiet icon, named for screen readers. */
export function placeholderDrawing(label: string): string {
  const box = element('path', { d: 'M400 282L512 340V464L400 522L288 464V340z' })
  const edges = element('path', { d: 'M288 340L400 398L512 340M400 398V522M344 311L456 369V414' })
  const pen = {
    fill: 'none',
    stroke: '#b9b4ab',
    'stroke-width': 9,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  }
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 800 800', role: 'img', 'aria-label': label },
    element('rect', { width: 800, height: 800, fill: '#f0eeea' }),
    element('g', pen, box, edges),
  ).text
}

/** Whether a dimensioned line drawing is possible: all three measures are known. */
export function hasDimensions(product: Pick<ProductSummary, 'size'>): boolean {
  return product.size.widthMm !== null && product.size.heightMm !== null && product.size.depthMm !== null
}
