import { openAddress } from '../../../../testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useOrderReturn } from './use-order-return.ts'

afterEach(cleanup)

const reload = () => {}
function Page() {
  const { message } = useOrderReturn('01ARZ3NDEKTSV4RRFFQ69G5FAV', reload)
  return message === null ? null : <p role="alert">{message.text}</p>
}

test.each([
  ['Cancelled', true, null, "You've cancelled your payment. Nothing was charged."],
  ['Expired', false, 'We are checking it.', "You've cancelled your payment. We are checking it."],
  ['Unknown', false, 'We are checking it.', "You've cancelled your payment. We are checking it."],
  ['Approved', false, null, 'Thank you, your order is paid.'],
])(
  'a cancelled payment that is %s shows the server’s message',
  async (paymentStatus, nothingCharged, message, text) => {
    openAddress('/order/01ARZ3NDEKTSV4RRFFQ69G5FAV?provider=afterpay&status=CANCELLED')
    globalThis.fetch = async () => Response.json({ success: true, paymentStatus, nothingCharged, message })
    render(<Page />)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  },
)
