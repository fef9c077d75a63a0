import { maxPerLine } from './cart.ts'

/** Two carts that become one: pure rules over lines as they are kept. */

export type StoredLine = {
  readonly productCode: string
  readonly productId: number
  readonly quantity: number
  /** As chosen; what is offered may have changed since. */
  readonly warrantyId: number | null
  readonly installId: number | null
}

/**
 * The lines of an account's cart after a guest's came to it (decision cart-02): quantities are added, at most 99. Of a warranty or an
 * install the guest's counts, which is the later wish; where the guest has none, the account's stays. The account's lines stand first.
 */
export function mergedLines(own: readonly StoredLine[], guest: readonly StoredLine[]): StoredLine[] {
  return together(own, guest, (there, came) => ({
    ...there,
    quantity: Math.min(maxPerLine, there.quantity + came.quantity),
    warrantyId: came.warrantyId ?? there.warrantyId,
    installId: came.installId ?? there.installId,
  }))
}

/**
 * The lines of a cart after a sent one was put into it: of each product at least as many as were sent, so that doing it twice is doing it
 * once. What the shopper chose beside their own lines stays; where they chose nothing, what was sent counts.
 */
export function withSharedLines(own: readonly StoredLine[], sent: readonly StoredLine[]): StoredLine[] {
  return together(own, sent, (there, came) => ({
    ...there,
    quantity: Math.max(there.quantity, came.quantity),
    warrantyId: there.warrantyId ?? came.warrantyId,
    installId: there.installId ?? came.installId,
  }))
}

function together(
  own: readonly StoredLine[],
  coming: readonly StoredLine[],
  asOne: (there: StoredLine, came: StoredLine) => StoredLine,
): StoredLine[] {
  const byCode = new Map(own.map((line) => [line.productCode, line]))
  for (const line of coming) {
    const there = byCode.get(line.productCode)
    byCode.set(line.productCode, there === undefined ? line : asOne(there, line))
  }
  return [...byCode.values()]
}
