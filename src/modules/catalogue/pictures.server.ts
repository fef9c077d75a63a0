import type { Category, ProductSummary } from './catalogue.ts'
import { drawing, dimensionDrawing, placeholderDrawing, type DrawingSpec } from './drawings/drawing.ts'
import type { ProductRecord } from './product-record.ts'

/** The pictures the shop makes itself: products and categories without a photo are drawn (drawings/README.md). */

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
  picture: ProductRecord['drawing'],
  size: DrawingSize,
  kind: 'picture' | 'dimensions',
  title: string,
): string {
  if (picture === null) return placeholderDrawing(title)
  return kind === 'dimensions' ? dimensionDrawing(specOf(picture, size), title) : drawing(specOf(picture, size))
}

export function categoryDrawing(category: Category): string {
  if (category.drawing === null) return placeholderDrawing(category.title)
  return drawing(specOf(category.drawing, category.drawingSize ?? standIn))
}

/** Whether a line drawing with measures can be made: all three are known. */
export function hasDimensions(product: Pick<ProductSummary, 'size'>): boolean {
  return product.size.widthMm !== null && product.size.heightMm !== null && product.size.depthMm !== null
}
