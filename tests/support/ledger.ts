import type { RunningShop } from './shop-process.ts'

/** The sandbox's own ledger: the source of truth about payments, whatever the shop records. */

export type Movement = {
  readonly reference: string
  readonly kind: string
  readonly cents: number
  readonly currency: string
  readonly provider: string
}

export async function movementsOf(shop: RunningShop): Promise<readonly Movement[]> {
  const answer = await fetch(`http://127.0.0.1:${shop.sandboxPort}/ledger`, { headers: { accept: 'application/json' } })
  return ((await answer.json()) as { movements: Movement[] }).movements
}

/** Captured payments without a refund, by reference. */
export async function heldPayments(shop: RunningShop): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>()
  for (const { reference, kind, cents } of await movementsOf(shop)) {
    const change = kind === 'authorise' ? cents : kind === 'capture' ? 0 : -cents
    held.set(reference, (held.get(reference) ?? 0) + change)
  }
  return new Map([...held].filter(([, cents]) => cents !== 0))
}

/** Subjects of all mails of the shop, newest first. */
export async function mailSubjects(shop: RunningShop): Promise<readonly string[]> {
  const html = await (await fetch(`http://127.0.0.1:${shop.mailPort}/`)).text()
  return [...html.matchAll(/<b>([^<]*)<\/b>/g)].map(([, subject = '']) => subject)
}
