import { data } from 'react-router'
import type { Route } from './+types/refer-a-friend.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { coBuyingOf, referralOf } from '../../../modules/content/forms/referral.server.ts'
import { ReferralPage } from '../../../modules/content/ui/referral-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { trailMeta } from '../../head/trail-meta.ts'

/** Recommending the shop; not there unless it is switched on (decision platform-16). */
export function loader({ context }: Route.LoaderArgs) {
  const {
    brand,
    services: { settings },
  } = context.get(requestContext)
  if (!settings.isOn(brand, 'BuyapowaEnabled')) throw data(null, { status: 404 })
  return data(
    {
      ...referralOf(brand, settings.text(brand, 'referralConfig')),
      campaign: coBuyingOf(brand, settings)?.campaign ?? null,
      companyName: brand.companyName,
      canonical: canonicalAddress(brand, '/refer-a-friend'),
    },
    { headers: cachedForAll(['content']) },
  )
}

export const headers = headersOfLoader

const trailOf = (title: string) => [{ title, href: null }]

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData === undefined
    ? []
    : [
        { title: `${loaderData.title} – ${loaderData.companyName}` },
        { name: 'description', content: loaderData.blurb },
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
        pageTypeMeta('referAFriend'),
        ...trailMeta(trailOf(loaderData.title), loaderData.canonical),
      ]

export default function ReferAFriend({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs trail={trailOf(loaderData.title)} />
      <ReferralPage {...loaderData} />
    </>
  )
}
