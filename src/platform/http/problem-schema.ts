import { z } from 'zod'
import type { ErrorBody } from './problem.ts'

/** The error body as the API describes it. Apart from `problem.ts`, which browsers read too. */
export const errorBodySchema = z.object({
  errors: z
    .array(z.object({ message: z.string(), code: z.string(), field: z.string().nullable() }))
    .min(1)
    .meta({ description: 'The errors, each with its field' }),
  status: z.object({ code: z.int(), errors: z.array(z.string()) }),
  type: z.enum(['validation', 'refused', 'error']),
  traceId: z.string(),
  errorCode: z.int().exactOptional(),
  errorMessages: z.array(z.string()).exactOptional(),
  refusalReason: z.string().nullable().exactOptional(),
  showRefusalReason: z.boolean().exactOptional(),
  nothingCharged: z.boolean().exactOptional().meta({ description: 'Whether the payment ended without a charge.' }),
  paymentReference: z.string().nullable().exactOptional(),
}) satisfies z.ZodType<ErrorBody>
