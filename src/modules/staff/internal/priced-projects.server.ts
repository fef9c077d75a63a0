import type { Brand } from '../../../brands/brands.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { unitPrice } from '../../pricing/agreed-price.ts'
import type { PricedProject, PricedProjectLine } from '../projects.ts'
import type { Project } from '../staff.ts'
import { offerOf } from './offers.server.ts'

/** A project with what its products cost now. */
export function pricedProject(project: Project, brand: Brand, catalogue: Pick<Catalogue, 'product'>): PricedProject {
  const lines = project.lines.map((line): PricedProjectLine => {
    const found = offerOf(catalogue, line.productId, brand)
    if (found === null) return { ...line, product: null, shopPrice: null, unit: null }
    return {
      ...line,
      product: found.product,
      shopPrice: found.offer.price,
      unit: unitPrice(found.offer, line.agreed),
    }
  })
  return { ...project, lines, total: lines.reduce((sum, line) => sum + (line.unit ?? 0) * line.quantity, 0) }
}
