import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page address on one screen (decision platform-16); letter case counts in it (platform-18). */
export default [
  index('pages/home.tsx'),
  route('c/*', 'pages/category.tsx'),
  route('brands', 'pages/brands.tsx'),
  route('brands/:uri', 'pages/brand.tsx'),
  route('p/:uri', 'pages/product.tsx'),
  route('p/:uri/reviews', 'pages/product-reviews.tsx'),
  route('p/:uri/questions', 'pages/product-questions.tsx'),
  route('p/:uri/notify-me', 'pages/notify-me.tsx'),
  route('products', 'pages/products.tsx'),
  route('search', 'pages/search-redirect.tsx'),
  route('search/:uri', 'pages/search.tsx'),
  route('stores', 'pages/stores.tsx'),
  route('stores/:storeUri', 'pages/store.tsx'),
  route('virtual-tour', 'pages/virtual-tours.tsx'),
  route('virtual-tour/:storeUri', 'pages/virtual-tour.tsx'),
  route('sitemap', 'pages/sitemap.tsx'),
  route('sitemap.xml', 'pages/sitemap-xml.ts'),
  route('robots.txt', 'pages/robots.ts'),
  route('cart', 'pages/cart.tsx'),
  route('customer/checkout', 'pages/checkout.tsx'),
  route('customer/confirmation', 'pages/confirmation.tsx'),
  route('api-reference', 'pages/api-reference.tsx'),
  route('dev/ui/:block?', 'pages/dev-ui.tsx'),
  route('*', 'pages/not-found.tsx'),
].map((one) => ({ ...one, caseSensitive: true })) satisfies RouteConfig
