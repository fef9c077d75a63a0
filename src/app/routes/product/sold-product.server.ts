import { data } from 'react-router'
import type { ProductSummary } from '../../../modules/catalogue/catalogue.ts'
import { minutes } from '../../../platform/clock.ts'
import type { RequestContext } from '../../../composition/request-context.ts'

/** The product of a page's address when this brand sells it; else the answer is 404. */
export function soldProduct({ brand, services: { catalogue } }: RequestContext, uri: string): ProductSummary {
  const product = catalogue.productByUri(uri)
  if (product === null || product.offers[brand.app] === undefined) throw data(null, { status: 404 })
  return product
}

/** Every product this brand sells, in the order they came in. */
export function soldProducts({ brand, services: { catalogue } }: RequestContext): ProductSummary[] {
  return Array.from(catalogue.all()).filter(({ offers }) => offers[brand.app] !== undefined)
}

/** Metadata of pages about a product. */
export const shownProduct = ({ uri, title, picture }: ProductSummary) => ({ uri, title, picture })

/** `?page=`; 404 for an invalid number. */
export function pageOf(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '1'
  if (!/^[1-9]\d{0,4}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

/** How often one visitor may send a review or a question. */
export const writing = { name: 'reviews and questions', count: 10, windowMs: minutes(10) }

/** The fields of a form as text, as typed; 400 for a body that is not a form. */
export async function typedFields(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => null)
  if (form === null) throw data(null, { status: 400 })
  const fields: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value
  return fields
}
