/** The address whose list is to go below the one that is shown, until it has come. */
let carriedTo: string | null = null

/** Says that the list of an address, asked for next, goes below the one that is shown. */
export function carryOnTo(address: string): void {
  carriedTo = address
}

/** Whether the list of an address goes below the one that is shown; asked once by what loads it. */
export function takesCarriedTo(address: string): boolean {
  const isCarried = carriedTo === address
  carriedTo = null
  return isCarried
}
