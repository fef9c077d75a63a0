import type { Route } from './+types/confirmation.ts'
import { useEffect } from 'react'
import { notify } from '../../../modules/analytics/ui/track.ts'
import { isOfAppliances, purchaseOf } from '../../../modules/orders/orders.ts'
import { ConfirmationPage } from '../../../modules/orders/ui/confirmation-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: { settings },
  } = shop
  const id = new URL(request.url).searchParams.get('id') ?? ''
  const isId = /^[0-9a-f-]{36}$/.test(id)
  const found = isId ? await shop.services.orders.visitor.confirmation(shop, id) : null
  return {
    order: found?.shown ?? null,
    purchase: found === null ? null : purchaseOf(found.order, brand.companyName),
    currency: brand.currency,
    supportNumber: brand.supportNumber,
    assemblyLink: brand.assemblyLink,
    isOfAppliances: found !== null && isOfAppliances(found.order.snapshot.lines),
    charity: charityOf((name) => settings.text(brand, name)),
  }
}

function charityOf(text: (name: 'charityName' | 'charityBlurb') => string) {
  const name = text('charityName')
  return name === '' ? null : { name, blurb: text('charityBlurb') }
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.order == null ? 'Order not found' : 'Your order is confirmed' },
  { name: 'robots', content: 'noindex' },
  pageTypeMeta('orderConfirmation'),
]

export default function Confirmation({ loaderData }: Route.ComponentProps) {
  const { purchase, currency, ...page } = loaderData
  // Tracked once, however often the page is opened (decision platform-09).
  useEffect(() => {
    if (purchase !== null) notify({ name: 'purchase', currency, purchase })
  }, [purchase, currency])
  return <ConfirmationPage {...page} />
}
