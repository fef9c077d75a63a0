import { data, redirect } from 'react-router'
import type { Route } from './+types/product-questions.ts'
import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { productPath, questionsPath } from '../../../modules/catalogue/catalogue.ts'
import { EntryList } from '../../../modules/reviews/ui/entry-list.tsx'
import { QuestionForm } from '../../../modules/reviews/ui/question-form.tsx'
import { WritingPage } from '../../../modules/reviews/ui/writing-page.tsx'
import { readQuestion } from '../../../modules/reviews/writing.ts'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageOf, shownProduct, soldProduct, typedFields, writing } from './sold-product.server.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const product = soldProduct(shop, params.uri)
  const page = pageOf(request)
  const questions = await shop.services.reviews.questionsOf(shop.brand, product.id, page)
  if (page > 1 && questions.items.length === 0) throw data(null, { status: 404 })
  return data(serialize({ product: shownProduct(product), questions, page }), {
    headers: cachedForAll([`product:${product.id}`]),
  })
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const product = soldProduct(shop, params.uri)
  const typed = await typedFields(request)
  const cardNumber = cardNumberProblems(typed)
  if (cardNumber !== null) return data({ typed, problems: cardNumber }, { status: 400 })
  const read = readQuestion(typed)
  if (!read.ok) return data({ typed, problems: read.problem }, { status: 400 })
  if (shop.visitor.waitFor(writing) > 0) {
    return data({ typed, problems: { form: 'Too many attempts. Please try again later.' } }, { status: 429 })
  }
  await shop.services.reviews.ask(shop.brand.app, product.id, read.value)
  throw redirect(`${productPath(product.uri)}?sent=question#questions`, 303)
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  return [{ title: `Questions about ${deserialize(loaderData).product.title}` }, { name: 'robots', content: 'noindex' }]
}

export default function ProductQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { product, questions, page } = deserialize(loaderData)
  const path = questionsPath(product.uri)
  return (
    <WritingPage
      title={`Questions about ${product.title}`}
      product={product}
      pages={{ addressOf: (at) => (at === 1 ? path : `${path}?page=${at}`), page, count: questions.count }}
      form={<QuestionForm refused={actionData ?? null} />}
    >
      {questions.count === 0 ? <p>No questions yet. Be the first to ask.</p> : <EntryList items={questions.items} />}
    </WritingPage>
  )
}
