import { expect, test } from 'vitest'
import type { ApiAnswer } from '../../../../../ui/browser/api.ts'
import { watchPayment, type PaymentStatusResponse } from './in-store-poll.ts'

/** A clock that only pauses move, and answers one after the other; the last one stays. */
async function watched(...answers: readonly ApiAnswer<PaymentStatusResponse>[]) {
  let ms = 0
  const requested: number[] = []
  const result = await watchPayment({
    reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    ask: async () => {
      requested.push(ms)
      return answers[Math.min(requested.length, answers.length) - 1] ?? expect.fail('no answer')
    },
    pause: async (pause) => void (ms += pause),
    now: () => ms,
  })
  return { result, requested, endedAt: ms }
}

const news = (
  paymentStatus: PaymentStatusResponse['paymentStatus'],
  message: string | null = null,
  nothingCharged = message !== null,
): ApiAnswer<PaymentStatusResponse> => ({ ok: true, value: { paymentStatus, message, nothingCharged } })
const failure = (status: number, body: unknown = null): ApiAnswer<PaymentStatusResponse> => ({
  ok: false,
  status,
  message: '',
  body,
})

test('polls every 2 seconds until approved [PAY-24] [PAY-26]', async () => {
  const { result, requested } = await watched(news('Pending'), news('Unknown'), news('Approved'))
  expect(requested).toEqual([2_000, 4_000, 6_000])
  expect(result).toEqual({ isPlaced: true })
})

test('gives up after 65 seconds, with a reference to call about [PAY-25] [CERR-10]', async () => {
  const { result, requested, endedAt } = await watched(news('Pending'))
  expect(requested).toHaveLength(32)
  expect(endedAt).toBe(65_000)
  expect(result).toEqual({
    isPlaced: false,
    message:
      'There has been an error processing your order, please contact our support team. Order reference: 01ARZ3NDEKTSV4RRFFQ69G5FAV',
    note: null,
  })
})

test.each(['Cancelled', 'Declined', 'Expired'] as const)(
  '%s ends it with the provider’s message [PAY-27]',
  async (status) => {
    const { result, requested } = await watched(news('Pending'), news(status, 'The customer did not respond.'))
    expect(requested).toHaveLength(2)
    expect(result).toEqual({ isPlaced: false, message: 'The customer did not respond.', note: 'Nothing was charged.' })
  },
)

test('a payment with unknown outcome is not reported as not charged', async () => {
  const { result } = await watched(news('Expired', 'We are checking the status of this payment.', false))
  expect(result).toEqual({ isPlaced: false, message: 'We are checking the status of this payment.', note: null })
})

test('server and network errors are retried [PAY-28]', async () => {
  const { result, requested } = await watched(failure(500), failure(503), failure(0), news('Approved'))
  expect(requested).toHaveLength(4)
  expect(result).toEqual({ isPlaced: true })
})

test('any other error ends it [PAY-29]', async () => {
  const { result, requested } = await watched(failure(400, { errors: [{ message: 'Not yours.' }] }), news('Approved'))
  expect(requested).toHaveLength(1)
  expect(result).toEqual({ isPlaced: false, message: 'Not yours.', note: null })
})
