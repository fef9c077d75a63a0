import { data } from 'react-router'
import type { Route } from './+types/cooking-demo.ts'
import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { breadcrumbsJsonLd } from '../../../modules/catalogue/breadcrumbs-json-ld.ts'
import { demoPath, demosPath, demoTexts, type DemoProblem } from '../../../modules/events/events.ts'
import { demoLimit } from '../../../modules/events/events.server.ts'
import { demoJsonLd } from '../../../modules/events/json-ld.ts'
import { DemoPage, type Done } from '../../../modules/events/ui/demo-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { telephone } from '../../../modules/navigation/site.ts'
import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { typedFields } from '../product/sold-product.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    brand,
    now,
    services: { events },
  } = context.get(requestContext)
  const demo = await events.detail(brand, params.id)
  if (demo === null) throw data(null, { status: 404 })
  const { companyName, country, currency } = brand
  const origin = brand.origin
  const trail = [
    { title: 'Cooking demos', href: demosPath() },
    { title: demo.title, href: null },
  ]
  return {
    view: {
      demo,
      isPast: new Date(demo.startDateTime) <= now(),
      country,
      companyName,
      phoneHref: telephone(demo.address.phone),
    },
    trail,
    canonical: canonicalAddress(brand, demoPath(demo.id)),
    structuredData: {
      '@context': 'https://schema.org',
      '@graph': [demoJsonLd(demo, { companyName, origin, currency, country }), breadcrumbsJsonLd(trail, origin)],
    },
  }
}

/** Form errors by field; problems of the session itself are shown above them. */
function problemsOf(problem: DemoProblem): FieldMessages {
  if (problem.code !== 'fields') return { form: demoTexts.full }
  const { cookingDemoId, ...fields } = problem.problems
  return cookingDemoId === undefined ? fields : { ...fields, form: cookingDemoId }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const { intent, ...typed } = await typedFields(request)
  const refuse = (problems: FieldMessages, status: number) =>
    data({ refused: { typed, problems }, done: null }, { status })
  if (shop.visitor.waitFor(demoLimit) > 0) return refuse({ form: 'Too many attempts. Please try again later.' }, 429)
  const cardNumber = cardNumberProblems(typed)
  if (cardNumber !== null) return refuse(cardNumber, 400)
  const requested = { cookingDemoId: params.id, typed }
  const answer =
    intent === 'wait'
      ? await shop.services.events.wait(shop.brand, requested)
      : await shop.services.events.book(shop.brand, requested)
  if (!answer.ok) {
    if (answer.problem.code === 'unknown_demo') throw data(null, { status: 404 })
    return refuse(problemsOf(answer.problem), answer.problem.code === 'full' ? 409 : 400)
  }
  const done: Done =
    'position' in answer.value
      ? { kind: 'waits', position: answer.value.position }
      : { kind: 'booked', reference: answer.value.bookingReference, guests: answer.value.guests }
  return data({ refused: null, done })
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { view, canonical, structuredData } = loaderData
  return [
    { title: `${view.demo.title} – ${view.companyName} ${view.demo.storeName}` },
    { name: 'description', content: view.demo.summary },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('generic'),
    { 'script:ld+json': structuredData },
  ]
}

export default function CookingDemo({ loaderData, actionData }: Route.ComponentProps) {
  const { view, trail } = loaderData
  return (
    <>
      <Breadcrumbs trail={trail} />
      <DemoPage view={view} refused={actionData?.refused ?? null} done={actionData?.done ?? null} />
    </>
  )
}
