import '../../../../testing/browser.ts'
import { cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../../testing/shop.server.ts'
import { confirmedOrder } from '../../confirmation-for-tests.ts'
import { isOfAppliances, type Confirmation } from '../../orders.ts'
import { ConfirmationPage } from '../../ui/confirmation-page.tsx'

/** The questions under the confirmation of orders that were really placed. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(async () => shop.close())
afterEach(cleanup)

const ordered = async (): Promise<Confirmation> => (await confirmedOrder(shop, ['LAMP-1'])).order
const show = (order: Confirmation, assemblyLink: string | null) =>
  render(<ConfirmationPage order={order} supportNumber="1300 975 708" assemblyLink={assemblyLink} />)

describe('the delivery FAQ', () => {
  async function answers(assemblyLink: string | null = null): Promise<Record<string, HTMLElement>> {
    show(await ordered(), assemblyLink)
    const topics = [...document.querySelectorAll<HTMLDetailsElement>('details')]
    return Object.fromEntries(
      topics.map((one) => [one.querySelector('summary')?.textContent, one.querySelector('p') as HTMLElement]),
    )
  }

  test('has ten questions, closed at first, in one group so that one is open at a time [FAQ-01] [FAQ-02]', async () => {
    expect(Object.keys(await answers())).toEqual([
      'What happens on delivery day?',
      'How do I prepare my old furniture for removal?',
      "I haven't received my email or SMS confirmation. What should I do?",
      'How do I change my delivery date?',
      'What if I miss my 2-hour delivery window?',
      'Some of my details are wrong. What should I do?',
      'How do I add delivery instructions?',
      'Will you assemble my furniture?',
      'When will I receive my tax invoice?',
      'Can I decline a tax invoice?',
    ])
    const topics = [...document.querySelectorAll('details')]
    expect(new Set(topics.map((one) => one.getAttribute('name')))).toEqual(new Set(['delivery-faq']))
    expect(topics.some((one) => one.open)).toBe(false)
  })

  test('covers the day, old furniture and missed windows [FAQ-03] [FAQ-04] [FAQ-05] [FAQ-06]', async () => {
    const found = await answers()
    expect(found['What happens on delivery day?']?.textContent).toBe(
      "We'll send you a 2-hour delivery window before 10am on the day, and another notice 30 minutes before we arrive. Our team will take away the rubbish and your old items, and carry out basic assembly such as attaching legs.",
    )
    expect(found['How do I prepare my old furniture for removal?']?.textContent).toBe(
      'Please have furniture disassembled and appliances disconnected before we arrive. We can remove items similar to those being delivered.',
    )
    expect(found['What if I miss my 2-hour delivery window?']?.textContent).toBe(
      "We'll arrange a redelivery. Please contact us to choose a new day.",
    )
  })

  test('covers instructions and invoices [FAQ-07] [FAQ-09] [FAQ-10]', async () => {
    const found = await answers()
    expect(found['How do I add delivery instructions?']?.textContent).toBe(
      'Please contact us. Customer service is available 24/7.',
    )
    expect(found['When will I receive my tax invoice?']?.textContent).toBe(
      "Your tax invoice is emailed on delivery day and you'll get a hard copy as well.",
    )
    expect(found['Can I decline a tax invoice?']?.textContent).toBe(
      "Yes. We'll provide a delivery docket without pricing instead; please contact us before delivery day.",
    )
  })

  test('is about appliances when nothing else was ordered, with as many questions', async () => {
    const order = await ordered()
    render(<ConfirmationPage order={order} supportNumber="1300 975 708" assemblyLink={null} isOfAppliances />)
    const questions = [...document.querySelectorAll('summary')].map((one) => one.textContent)
    expect(questions).toHaveLength(10)
    expect(document.querySelector('details')?.parentElement?.textContent).not.toContain('furniture')
    expect(questions).toContain('How do I prepare my old appliance for removal?')
    expect(questions).toContain('Will you connect my appliance?')
    const all = (...categories: string[]) => isOfAppliances(categories.map((category) => ({ category })))
    expect([all('kitchen/fridges'), all('laundry', 'accessories/laundry-accessories')]).toEqual([true, true])
    expect([all('kitchen/fridges', 'living/sofas'), all('home/tables'), all('kitchenware')]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('links to assembly where it is sold, else to contact [FAQ-08] [FAQ-11]', async () => {
    const linksOf = (answer: HTMLElement | undefined) =>
      [...(answer?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    const sold = await answers('/s/assembly-services')
    expect(linksOf(sold['Will you assemble my furniture?'])).toEqual(['/s/assembly-services'])
    cleanup()
    const found = await answers()
    expect(linksOf(found['Will you assemble my furniture?'])).toEqual(['/contact-us'])
    expect(Object.values(found).flatMap(linksOf)).toEqual(Array(7).fill('/contact-us'))
  })
})
