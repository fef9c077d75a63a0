import type { ProductResponse } from '../catalogue/product/product-responses.ts'
import type { Result } from '../../platform/result.ts'

/** The list of products to compare: its shape, its limit and its addresses. No I/O. */

/** A shopper can compare at most so many (CMPR-21). */
export const maxCompared = 3

/** A product of the list as it is stored in the browser and sent in calls (CMPR-17). */
export type CompareProduct = {
  /** '' when the maker has none. */
  readonly brandImage: string
  readonly brandName: string
  readonly productId: number
  /** The thumbnail of its first image, '' when it has none (CMPR-18). */
  readonly productImage: string
  readonly productName: string
  readonly productSKU: string
  /** Dollars; null for a call-for-price product, or when the app hides prices. */
  readonly price: number | null
}

/** The response of GET /api/compare/ and of calls that change the list. */
export type CompareList = { readonly products: readonly (CompareProduct & { readonly sku: string })[] }

/** A product of the lookup by id as a list entry (CMPR-29). */
export function compareProductOf(
  product: Pick<ProductResponse, 'productId' | 'title' | 'sku' | 'price'> & {
    readonly manufacturer: { readonly thumbnail: string | null; readonly name: string }
    readonly images: readonly { readonly thumbUrl: string }[]
  },
): CompareProduct {
  return {
    brandImage: product.manufacturer.thumbnail ?? '',
    brandName: product.manufacturer.name,
    productId: product.productId,
    productImage: product.images[0]?.thumbUrl ?? '',
    productName: product.title,
    productSKU: product.sku,
    price: product.price,
  }
}

/** A list with one more at its end; the same list when it is in there already (decision compare-04). */
export function withProduct<One extends Pick<CompareProduct, 'productSKU'>>(
  list: readonly One[],
  product: One,
): Result<readonly One[], 'compare_full'> {
  if (list.some((one) => one.productSKU === product.productSKU)) return { ok: true, value: list }
  if (list.length >= maxCompared) return { ok: false, problem: 'compare_full' }
  return { ok: true, value: [...list, product] }
}

/** A list with those of another at its end that it does not have yet, as far as there is room. */
export const withProducts = <One extends Pick<CompareProduct, 'productSKU'>>(
  list: readonly One[],
  more: readonly One[],
): readonly One[] =>
  more.reduce<readonly One[]>((all, product) => {
    const next = withProduct(all, product)
    return next.ok ? next.value : all
  }, list)

export const limitTitle = 'Too many products'
export const limitButton = 'Got it'

/** The dialog's text, by the control that adds a product (CMPR-22, CMPR-23, decision compare-05). */
export const limitTexts = {
  button:
    "You've already selected 3 products to compare. That's the maximum. To compare this product, please remove another first.",
  checkbox:
    "It looks like you've already selected the maximum of 3 products for comparison. To add this product and compare, please deselect another.",
} as const

/** The list in the browser's storage: the text under the key 'compare-products' (CMPR-19, CMPR-20). */
export function storedText(products: readonly CompareProduct[]): string {
  return JSON.stringify({ comparisonProducts: products })
}

/** Parses a stored list: null when there is none; entries not written by the shop are left out. */
export function readStored(text: string | null): readonly CompareProduct[] | null {
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    const list: unknown = (stored as { comparisonProducts?: unknown } | null)?.comparisonProducts
    if (!Array.isArray(list)) return []
    return list.filter(isCompareProduct).slice(0, maxCompared)
  } catch {
    // Not written by the shop.
    return []
  }
}

function isCompareProduct(value: unknown): value is CompareProduct {
  const one = (value ?? {}) as Record<string, unknown>
  return (
    Number.isInteger(one['productId']) &&
    ['brandImage', 'brandName', 'productImage', 'productName', 'productSKU'].every(
      (name) => typeof one[name] === 'string',
    ) &&
    (one['price'] === null || typeof one['price'] === 'number')
  )
}

/** The comparison's own address: each sku one segment, a slash or a tilde in it encoded (ROUTE-30, ROUTE-31, decision compare-01). */
export function comparisonPath(skus: readonly string[]): string {
  return `/comparison/${skus.map((sku) => encodeURIComponent(sku).replaceAll('~', '%7E')).join('/')}`
}

/** The SKUs of '/comparison/A/B%2FC'. Segments that cannot be decoded are ignored. */
export function skusOfPath(pathname: string): string[] {
  return firstOf(pathname.split('/').slice(2).map(decoded))
}

/**
 * The SKUs of 'A~B'. A comma separates them too, unless it is part of a SKU; no SKU contains a tilde, so an encoded one separates them as
 * well (decision 0014).
 */
export function skusOfList(text: string, isSku: (text: string) => boolean): string[] {
  return firstOf(text.split('~').flatMap((part) => (isSku(part) ? [part] : part.split(','))))
}

/** The first three that differ (decision compare-01). */
function firstOf(skus: readonly string[]): string[] {
  return [...new Set(skus.map((sku) => sku.trim()).filter((sku) => sku !== ''))].slice(0, maxCompared)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
