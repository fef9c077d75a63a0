import { z } from 'zod'
import { brandCategories } from '../../modules/catalogue/brands/brand-directory.ts'
import { paragraphOf } from '../../platform/text/clean-html.server.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError } from '../../platform/http/problem.ts'
import { storedJson, shopEndpoint } from '../api.server.ts'
import { imageSchema } from './product-schemas.server.ts'

const tag = 'Brands'

const summary = z.object({ name: z.string(), uri: z.string(), logo: imageSchema.nullable() })

export const brandEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/brand',
    tag,
    forEveryone: true,
    summary: 'Lists the brands that have products here, by name.',
    answer: z.object({ items: z.array(summary) }),
    handle({ context: { shop } }) {
      const {
        brand,
        services: { catalogue },
      } = shop
      const sold = catalogue.brands.filter((one) => catalogue.directory.isSold(brand.app, one.uri))
      return storedJson(['listings'], { items: sold.map(({ title, uri }) => ({ name: title, uri, logo: null })) })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/brand/:uri',
    tag,
    forEveryone: true,
    summary: 'Returns a brand: its description and the categories it has products in.',
    params: z.object({ uri: z.string().min(1).max(200) }),
    answer: summary.extend({
      masthead: z.null(),
      blurb: z.string().meta({ description: 'Sanitised HTML' }),
      categories: z.array(z.object({ title: z.string(), uri: z.string(), image: imageSchema.nullable() })),
    }),
    problems: [404],
    handle({ context: { shop }, params }) {
      const {
        brand,
        services: { catalogue },
      } = shop
      const found = catalogue.brandByUri(params.uri)
      if (found === null || !catalogue.directory.isSold(brand.app, found.uri)) {
        throw new ProblemError(notFound)
      }
      const counts = catalogue.directory.categoriesOf(brand.app, found.uri)
      return storedJson(['listings'], {
        name: found.title,
        uri: found.uri,
        logo: null,
        masthead: null,
        blurb: paragraphOf(found.blurb),
        categories: brandCategories(counts).flatMap((uri) => {
          const category = catalogue.category(uri)
          if (category === null) return []
          return [{ title: category.title, uri, image: { src: catalogue.pictureOf(category), alt: '' } }]
        }),
      })
    },
  }),
]
