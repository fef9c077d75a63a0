import { data } from 'react-router'
import type { Route } from './+types/home.ts'
import { categoryPath, isWithin } from '../modules/catalogue/catalogue.ts'
import { categoryPicture } from '../modules/catalogue/pictures.server.ts'
import { bannerIn } from '../modules/promotions/sale.ts'
import { plainChoice } from '../modules/search/listing-query.ts'
import { topCategories } from '../modules/navigation/site.ts'
import { HomePage } from '../modules/navigation/ui/home-page.tsx'
import { shopContext } from '../shop.ts'
import { cardRules } from './card-rules.server.ts'
import { headersOfLoader, keptForAll } from './page-headers.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { brand, catalogue, listings, promotions } = shop
  const tops = topCategories(catalogue.categories, brand, (uri) => listings.count(brand, uri) > 0)
  const savings = listings.list(brand, { belowRrp: true }, plainChoice, null)
  const sale = promotions.sale()
  const badge = bannerIn(sale, 'categoryBadge')
  const savesIn = (categoryUri: string) =>
    badge !== null &&
    listings.total(brand, { belowRrp: true }, plainChoice, { inCategory: (uri) => isWithin(uri, categoryUri) }) > 0
  const newest = listings.list(brand, { all: true }, { ...plainChoice, sort: 'newest' }, null)
  return data(
    {
      companyName: brand.companyName,
      tagline: brand.tagline,
      freeDeliveryText: brand.freeDeliveryText,
      categories: tops.map((one) => ({
        title: one.title,
        href: categoryPath(one.uri),
        picture: categoryPicture(one),
        badge: savesIn(one.uri) ? badge : null,
      })),
      sale: {
        banner: bannerIn(sale, 'homePageBanner'),
        tall: bannerIn(sale, 'tallBanner'),
        offers: bannerIn(sale, 'offersTile'),
      },
      savings: savings.cards.slice(0, 8),
      newest: newest.cards.slice(0, 4),
      brands: catalogue.brands
        .filter((one) => catalogue.directory.isSold(brand.app, one.uri))
        .slice(0, 24)
        .map(({ title, uri }) => ({ title, uri })),
      rules: await cardRules(shop),
      canonical: `https://${brand.hostname}/`,
    },
    { headers: keptForAll(['home', 'listings']) },
  )
}

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData === undefined
    ? []
    : [
        { title: `${loaderData.companyName}: ${loaderData.tagline}` },
        { name: 'description', content: loaderData.tagline },
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
      ]

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}
