import archivo from '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url'
import cormorant from '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import mulish from '@fontsource-variable/mulish/files/mulish-latin-wght-normal.woff2?url'
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url'
import publicSans from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url'
import type { Family } from './tokens.ts'

/** Addresses of the font files, to be fetched before the style sheet asks for them. */
export const fontUrls: Readonly<Record<Family, string>> = {
  archivo,
  cormorant,
  figtree,
  mulish,
  nunito,
  'public-sans': publicSans,
}
