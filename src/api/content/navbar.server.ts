import { z } from 'zod'
import { storedJson, shopEndpoint } from '../api.server.ts'

const link = z.object({ title: z.string(), url: z.string() })

const brand = z.object({
  title: z.string(),
  uri: z.string().meta({ description: "'/brands/{slug}'" }),
  logoUrl: z.string().nullable(),
})

const entry = {
  id: z.int(),
  title: z.string(),
  uri: z.string().meta({ description: "Path: '/c/{category}'" }),
  imageUrl: z.string().nullable(),
  brands: z.array(brand).meta({ description: 'Largest first' }),
}

const category = z.object({
  ...entry,
  subCategories: z.array(
    z.object({
      ...entry,
      subCategories: z.array(z.never()),
      thirdLevel: z
        .array(z.object({ title: z.string(), uri: z.string() }))
        .meta({ description: 'Links to the categories below it; left out where there are none' })
        .optional(),
    }),
  ),
})

export const navbarEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/navbar/',
    tag: 'Navigation',
    forEveryone: true,
    summary: 'Returns the header: icons, two-level menu, search rules and quick links.',
    answer: z.object({
      topNav: z.object({
        displayCartIcon: z.boolean(),
        displayProjectIcon: z.boolean(),
        displaySearchIcon: z.boolean(),
        displayContactUsIcon: z.boolean(),
      }),
      mainNav: z.object({ categories: z.array(category) }),
      search: z.object({ minLength: z.int(), limit: z.int() }),
      quickLinks: z.array(link),
    }),
    handle: ({ context: { shop } }) => storedJson(['listings', 'navigation'], shop.services.navigation.of(shop.brand)),
  }),
]
