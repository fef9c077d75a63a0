import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { tryLimits } from '../../../modules/identity/try-limits.ts'
import { identityTexts } from '../../../modules/identity/error-texts.ts'
import type { IdentityProblem } from '../../../modules/identity/provider.server.ts'
import { BusyError } from '../../../modules/identity/passwords.server.ts'
import { messagesOf, type FieldMessages, type Refused } from '../../../platform/forms/typed-form.ts'
import type { Result } from '../../../platform/result.ts'
import type { Visitor } from '../../../composition/request-context.ts'
import { typedFields } from '../product/sold-product.server.ts'

const tooMany = 'Too many attempts. Please try again later.'

/** The result of an account form that was posted without script, and its status. */
export async function answerForm(
  request: Request,
  { waitFor }: Pick<Visitor, 'waitFor'>,
  work: (typed: Record<string, string>) => Promise<Result<unknown, IdentityProblem>>,
): Promise<[{ isDone: boolean; refused: Refused | null }, { status: number }]> {
  const { password, current, ...shown } = await typedFields(request)
  const refuse = (problems: FieldMessages, status: number): Awaited<ReturnType<typeof answerForm>> => [
    { isDone: false, refused: { typed: shown, problems } },
    { status },
  ]
  const cardNumber = cardNumberProblems(shown)
  if (cardNumber !== null) return refuse(cardNumber, 400)
  if (tryLimits.some((limit) => waitFor(limit) > 0)) return refuse({ form: tooMany }, 429)
  try {
    const done = await work({ ...shown, password: password ?? '', current: current ?? '' })
    if (done.ok) return [{ isDone: true, refused: null }, { status: 200 }]
    const { problem } = done
    if (problem.code === 'validation') return refuse(messagesOf(problem.errors), 400)
    return refuse(
      { form: problem.code === 'too_many' ? tooMany : identityTexts.linkInvalid },
      problem.code === 'too_many' ? 429 : 400,
    )
  } catch (error) {
    if (error instanceof BusyError) return refuse({ form: identityTexts.unavailable }, 503)
    throw error
  }
}
