/** The address whose list is to go below the one that is shown, until it has come. */
let scrolledTo: string | null = null

/** Says that the list of an address, asked for next, goes below the one that is shown. */
export function carryOnTo(address: string): void {
  scrolledTo = address
}

/** Whether the list of an address goes below the one that is shown; asked once by what loads it. */
export function acceptsScrolledTo(address: string): boolean {
  const isScrolled = scrolledTo === address
  scrolledTo = null
  return isScrolled
}
