import { maxPerLine } from './cart.ts'

/** Merging two carts: pure rules over stored lines. */

export type StoredLine = {
  readonly productCode: string
  readonly productId: number
  readonly quantity: number
  /** As chosen; the offered options may have changed since. */
  readonly warrantyId: number | null
  readonly installId: number | null
}

/**
 * Merges a guest's lines into an account's cart (decision cart-02): quantities are added, at most 99. The guest's warranty or installation
 * is the later choice and wins; without one, the account's stays. The account's lines come first.
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
 * Merges a shared cart into a cart: of each product at least as many as were shared, so that doing it twice changes nothing. The shopper's
 * own options stay; without any, the shared ones apply.
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
