import { data } from 'react-router'
import type { Route } from './+types/vouchers.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { cartProblemText } from '../../../modules/cart/cart-texts.ts'
import { codesByAddress } from '../../../modules/cart/code-limit.ts'
import { emptyCodeText } from '../../../modules/cart/line-texts.ts'
import { VoucherPage, type VoucherAnswer } from '../../../modules/cart/ui/voucher-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { plainDay } from '../../../platform/calendar.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { typedFields } from '../product/sold-product.server.ts'
import { trailMeta } from '../../head/trail-meta.ts'

const title = 'Gift card balance'
const description = 'Check the balance of your gift card and when it expires.'
const trail = [{ title, href: null }]

/** The balance of a gift card (decision platform-16). */
export function loader({ context }: Route.LoaderArgs) {
  const { brand } = context.get(requestContext)
  return data(
    { canonical: canonicalAddress(brand, '/vouchers'), companyName: brand.companyName },
    { headers: cachedForAll(['content']) },
  )
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const typed = ((await typedFields(request))['code'] ?? '').trim()
  const refuse = (problem: string, status: 400 | 404 | 429) =>
    data<VoucherAnswer>({ typed, card: null, problem }, { status })
  if (shop.visitor.waitFor(codesByAddress) > 0) return refuse('Too many attempts. Please try again later.', 429)
  if (typed === '') return refuse(emptyCodeText, 400)
  const card = typed.length > 40 ? null : await shop.services.cart.giftCard(shop.brand, typed)
  if (card === null) return refuse(cartProblemText({ code: 'code_unknown' }), 404)
  const { balance, expiresOn } = card
  return data<VoucherAnswer>({ typed: card.code, card: { balance, expiresOn: plainDay(expiresOn) }, problem: null })
}

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData === undefined
    ? []
    : [
        { title: `${title} – ${loaderData.companyName}` },
        { name: 'description', content: description },
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
        pageTypeMeta('vouchers'),
        ...trailMeta(trail, loaderData.canonical),
      ]

export default function Vouchers({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trail} />
      <VoucherPage answer={actionData ?? null} />
    </>
  )
}
