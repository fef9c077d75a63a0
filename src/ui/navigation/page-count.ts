/** How many pages there are; none without items. */
export function pageCount({ totalItems, itemsPerPage }: { totalItems: number; itemsPerPage: number }): number {
  return Math.ceil(totalItems / itemsPerPage)
}
