import type { Cents } from '../../../platform/money.ts'
import { ok, err } from '../../../platform/result.ts'
import type { Carts } from '../../cart/cart.server.ts'
import { maxPerLine } from '../../cart/cart.ts'
import type { SharedCarts } from '../../cart/shared-carts.server.ts'
import type { PricedProject } from '../projects.ts'
import type { Member, Project } from '../staff.ts'
import { projectOwnerOf, lockProject } from './projects-store.server.ts'
import type { StaffAudit, Done } from './staff-audit.server.ts'

/** Projects that are quoted to their customer, or put into a cart. */
export interface ProjectQuotes {
  /** Mails all its lines, at the prices agreed on, to the customer, who can order by the link in it. */
  quote(member: Member, id: string): Done<PricedProject>
  /** Puts all its lines, at the prices agreed on, into the cart that the member works in (decision staff-13). */
  toCart(member: Member, id: string): Done<PricedProject>
}

export type ProjectQuotesDeps = {
  readonly carts: Pick<Carts, 'putForStaff'>
  readonly sharedCarts: Pick<SharedCarts, 'quote'>
  readonly audit: Pick<StaffAudit, 'permitted' | 'write'>
  readonly priced: (project: Project) => PricedProject
}

export function createProjectQuotes({ carts, sharedCarts, audit, priced }: ProjectQuotesDeps): ProjectQuotes {
  const { permitted, write } = audit
  return {
    quote: (member, id) =>
      permitted(member, 'sell', 'send quote', `project ${id}`, async (tx) => {
        const project = await lockProject(tx, projectOwnerOf(member.principal), id)
        if (project === null || project.app !== member.brand.app) return err({ code: 'not_found' })
        const whole = priced(project)
        const { customerEmail: recipient } = project
        const errors = [
          ...(recipient === null
            ? [{ field: 'customerEmail', message: "Please enter the customer's email first" }]
            : []),
          ...(whole.lines.length === 0 ? [{ field: 'lines', message: 'There is nothing to quote yet' }] : []),
          ...whole.lines.flatMap(({ product, unit, productId }) =>
            product !== null && unit !== null
              ? []
              : [{ field: 'lines', message: `${product?.title ?? productId} is not available at the moment` }],
          ),
        ]
        if (recipient === null || errors.length > 0) return err({ code: 'validation', errors })
        const lines = cartLines(whole).map((line) => ({ ...line, quantity: Math.min(maxPerLine, line.quantity) }))
        await sharedCarts.quote(tx, { app: project.app, lines, by: member.principal.userId, recipient })
        await write(tx, member, 'send quote', `project ${id}`, null, { recipient, lines, total: whole.total })
        return ok(whole)
      }),
    toCart: (member, id) =>
      permitted(member, 'sell', 'project to cart', `project ${id}`, async (tx) => {
        const project = await lockProject(tx, projectOwnerOf(member.principal), id)
        if (project === null || project.app !== member.brand.app) return err({ code: 'not_found' })
        const lines = priced(project)
        const put = await carts.putForStaff(tx, member.brand, member.principal.userId, cartLines(lines))
        if (!put.ok) return err({ code: 'cart', problem: put.problem })
        await write(tx, member, 'project to cart', `project ${id}`, null, {
          cartId: put.value.id,
          lines: project.lines,
        })
        return ok(lines)
      }),
  }
}

/** The lines of a project as a cart has them: one for each product, whatever room it goes into, at the lowest price agreed on. */
function cartLines({ lines }: PricedProject) {
  const byProduct = new Map<
    number,
    { productCode: string; productId: number; quantity: number; agreed: Cents | null }
  >()
  for (const { productId, product, quantity, agreed } of lines) {
    const there = byProduct.get(productId)
    const lowest = [there?.agreed ?? null, agreed].filter((one) => one !== null)
    byProduct.set(productId, {
      productId,
      productCode: product?.sku ?? String(productId),
      quantity: quantity + (there?.quantity ?? 0),
      agreed: lowest.length === 0 ? null : Math.min(...lowest),
    })
  }
  return [...byProduct.values()].map((line) => ({ ...line, warrantyId: null, installId: null }))
}
