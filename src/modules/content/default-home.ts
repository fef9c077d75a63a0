import type { Brand } from '../../brands/brands.ts'
import type { StoredPage } from './page-document.ts'

/** The default home page: categories and products from the shop's own catalogue, without promises. */
export const defaultHome = ({ tagline }: Pick<Brand, 'tagline'>): StoredPage => ({
  pageType: 'generic',
  title: tagline,
  metaTitle: null,
  metaDescription: null,
  masthead: null,
  blocks: [
    { type: 'tiles', title: 'Shop by category', tiles: 'categories' },
    { type: 'products', title: 'On sale', products: 'savings', more: null },
    { type: 'promotions', title: 'Current offers', count: 3 },
    { type: 'products', title: 'New arrivals', products: 'newest', more: null },
    { type: 'recentlyViewed' },
    { type: 'brands', title: 'Brands' },
  ],
})
