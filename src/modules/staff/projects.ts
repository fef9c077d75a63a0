import { isStandardEmail } from '../../platform/text/email.ts'
import type { Cents } from '../../platform/money.ts'
import { cleanPhone } from '../../platform/text/phone.ts'
import type { FieldError } from '../../platform/result.ts'
import type { ProductSummary } from '../catalogue/catalogue.ts'
import { agreedPriceProblem } from '../pricing/agreed-price.ts'
import type { Offer } from '../pricing/pricing.ts'
import { priceText, textErrors } from './internal/field-errors.ts'
import { projectStatuses, type Project, type ProjectLine } from './staff.ts'

/** What may be kept of a project, and what it is with today's prices. Types and rules; no I/O. */

export type ProjectInput = Pick<Project, 'name' | 'customerName' | 'customerEmail' | 'customerPhone' | 'status'>

/** A line of a project with what its product is and costs today. */
export type PricedProjectLine = ProjectLine & {
  /** Null when the app sells it no more. */
  readonly product: Pick<ProductSummary, 'sku' | 'title' | 'uri'> | null
  /** What the shop asks for a unit; null where nothing can be said. */
  readonly shopPrice: Cents | null
  readonly unit: Cents | null
}

export type PricedProject = Omit<Project, 'lines'> & {
  readonly lines: readonly PricedProjectLine[]
  readonly total: Cents
}

const maxLines = 100

export const cleanInput = (input: ProjectInput): ProjectInput => ({
  name: input.name.trim(),
  customerName: input.customerName.trim(),
  customerEmail: input.customerEmail?.trim().toLowerCase() || null,
  customerPhone: input.customerPhone === null ? null : cleanPhone(input.customerPhone) || null,
  status: input.status,
})

export function inputErrors({ name, customerName, customerEmail, customerPhone, status }: ProjectInput): FieldError[] {
  return [
    ...textErrors('name', name, 1, 120, 'Please enter a project name'),
    ...textErrors('customerName', customerName, 0, 120, ''),
    ...(customerEmail === null || isStandardEmail(customerEmail)
      ? []
      : [{ field: 'customerEmail', message: 'Please enter a valid email address' }]),
    ...(customerPhone === null || /^[0-9A-Za-z]{6,20}$/.test(customerPhone)
      ? []
      : [{ field: 'customerPhone', message: 'Please enter a valid phone number' }]),
    ...(projectStatuses.includes(status) ? [] : [{ field: 'status', message: 'must be Open, Won or Lost' }]),
  ]
}

/** What is wrong with lines that are to be kept, given those that were there: what was agreed before stays agreed. */
export function lineErrors(
  lines: readonly ProjectLine[],
  before: readonly ProjectLine[],
  limit: number,
  offerOf: (productId: number) => Offer | null,
): FieldError[] {
  const keys = lines.map((line) => `${line.productId} ${line.room}`)
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  return [
    ...(lines.length > maxLines ? [{ field: 'lines', message: `A project has at most ${maxLines} lines` }] : []),
    ...(twice === undefined ? [] : [{ field: 'lines', message: 'A product can be in each room only once' }]),
    ...lines.flatMap((line, at) => {
      const field = `lines.${at}`
      const offer = offerOf(line.productId)
      const was = before.find((one) => one.productId === line.productId && one.room === line.room)
      const errors: FieldError[] = []
      if (offer === null && was === undefined)
        errors.push({ field: `${field}.sku`, message: 'This shop does not have this product' })
      if (!Number.isInteger(line.quantity) || line.quantity < 1 || line.quantity > 99)
        errors.push({ field: `${field}.quantity`, message: 'The quantity must be from 1 to 99' })
      if (line.room.length > 60) errors.push({ field: `${field}.room`, message: 'A room has at most 60 characters' })
      if (line.agreed !== null && line.agreed !== (was?.agreed ?? null) && offer !== null) {
        const isAmount = Number.isSafeInteger(line.agreed)
        const problem = isAmount ? agreedPriceProblem(offer, line.agreed, limit) : null
        if (!isAmount) errors.push({ field: `${field}.price`, message: 'Please enter an amount' })
        else if (problem !== null) errors.push({ field: `${field}.price`, message: priceText(problem, limit) })
      }
      return errors
    }),
  ]
}
