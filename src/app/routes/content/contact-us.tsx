import { data } from 'react-router'
import type { Route } from './+types/contact-us.ts'
import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { readContact, videoCallMessage } from '../../../modules/content/forms/contact.ts'
import { captchaField, captchaText } from '../../../modules/identity/captcha.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { contactLimit } from '../../../modules/content/forms/contact.server.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { ContactPage } from '../../../modules/navigation/ui/contact-page.tsx'
import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { typedFields } from '../product/sold-product.server.ts'
import { trailMeta } from '../../head/trail-meta.ts'

/** /contact-us and /ask-an-expert are one page with one canonical address (decision platform-16). */
export function loader({ context, request }: Route.LoaderArgs) {
  const {
    brand,
    services: { stores, settings },
  } = context.get(requestContext)
  const { companyName, supportNumber, supportText } = brand
  const offersVideo = settings.isOn(brand, 'WebexEnabled')
  return data(
    {
      companyName,
      supportNumber,
      supportText,
      hasStores: stores.of(brand).length > 0,
      offersVideo,
      wantsVideo: offersVideo && new URL(request.url).searchParams.get('video') === '1',
      canonical: canonicalAddress(brand, '/contact-us'),
    },
    { headers: cachedForAll(['stores']) },
  )
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const typed = await typedFields(request)
  const refuse = (problems: FieldMessages, status: number) => data({ typed, problems, reference: null }, { status })
  const cardNumber = cardNumberProblems(typed)
  if (cardNumber !== null) return refuse(cardNumber, 400)
  const read = readContact(typed)
  if (!read.ok) return refuse(read.problem, 400)
  if (shop.visitor.waitFor(contactLimit) > 0) return refuse({ form: 'Too many attempts. Please try again later.' }, 429)
  if (!(await shop.visitor.isPerson('contact', typed[captchaField] ?? ''))) return refuse({ form: captchaText }, 400)
  return data({
    typed: {},
    problems: {},
    reference: await shop.services.content.contact.send(shop.brand.app, read.value),
  })
}

export const headers = headersOfLoader

const trail = [{ title: 'Contact us', href: null }]

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData === undefined
    ? []
    : [
        { title: `Contact ${loaderData.companyName}` },
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
        pageTypeMeta('contactUs'),
        ...trailMeta(trail, loaderData.canonical),
      ]

const videoCall = { typed: { topic: 'Sales', message: videoCallMessage }, problems: {} }

export default function ContactUs({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <ContactPage
        {...loaderData}
        given={actionData ?? (loaderData.wantsVideo ? videoCall : null)}
        reference={actionData?.reference ?? null}
      />
    </>
  )
}
