import type { ReactNode } from 'react'
import { Accordion } from '../../../../ui/display/accordion.tsx'
import styles from '../../ui/confirmation-page.module.css'

const contactUs = <a href="/contact-us">contact us</a>

type OfOrder = { readonly assemblyLink: string | null; readonly isOfAppliances: boolean }

/** Question and answer; the words are those of decision orders-10. Where only appliances were ordered, two of them are about appliances. */
function topics({ assemblyLink, isOfAppliances }: OfOrder): readonly (readonly [string, ReactNode])[] {
  return [
    [
      'What happens on delivery day?',
      "We'll send you a 2-hour delivery window before 10am on the day, and another notice 30 minutes before we arrive. Our team will take away the rubbish and your old items, and carry out basic assembly such as attaching legs.",
    ],
    [
      `How do I prepare my old ${isOfAppliances ? 'appliance' : 'furniture'} for removal?`,
      `Please have ${isOfAppliances ? 'it disconnected, and disassembled where it is built in,' : 'furniture disassembled and appliances disconnected'} before we arrive. We can remove items similar to those being delivered.`,
    ],
    [
      "I haven't received my email or SMS confirmation. What should I do?",
      <>Please check your junk folder; if it isn't there, {contactUs}.</>,
    ],
    ['How do I change my delivery date?', <>Please {contactUs} as soon as possible and we'll find another date.</>],
    [
      'What if I miss my 2-hour delivery window?',
      <>We'll arrange a redelivery. Please {contactUs} to choose a new day.</>,
    ],
    [
      'Some of my details are wrong. What should I do?',
      <>Please {contactUs} so we can correct them before delivery.</>,
    ],
    ['How do I add delivery instructions?', <>Please {contactUs}. Customer service is available 24/7.</>],
    isOfAppliances
      ? [
          'Will you connect my appliance?',
          <>If you chose connection or installation with your order, yes. To add it, please {contactUs}.</>,
        ]
      : [
          'Will you assemble my furniture?',
          <>
            We do basic assembly such as attaching legs.{' '}
            {assemblyLink !== null ? (
              <>
                See our <a href={assemblyLink}>assembly services</a>.
              </>
            ) : (
              <>
                <a href="/contact-us">Contact us</a> for more.
              </>
            )}
          </>,
        ],
    [
      'When will I receive my tax invoice?',
      "Your tax invoice is emailed on delivery day and you'll get a hard copy as well.",
    ],
    [
      'Can I decline a tax invoice?',
      <>Yes. We'll provide a delivery docket without pricing instead; please {contactUs} before delivery day.</>,
    ],
  ]
}

export function DeliveryFaq(order: OfOrder) {
  return (
    <section aria-labelledby="delivery-faq" className={`${styles.faq} no-print`}>
      <h2 id="delivery-faq">Delivery questions</h2>
      <Accordion
        oneOpen
        name="delivery-faq"
        groups={topics(order).map(([title, answer]) => ({ title, content: <p>{answer}</p> }))}
      />
    </section>
  )
}
