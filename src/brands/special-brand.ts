/** Miele, sold as an agency brand: the maker is the seller of its part (decision brands-11). */
export function isSpecialBrand(brandTitle: string): boolean {
  return brandTitle.trim().toLowerCase() === 'miele'
}
