import archivo from './archivo-basic.woff2?url'
import cormorant from './cormorant-basic.woff2?url'
import figtree from './figtree-basic.woff2?url'
import mulish from './mulish-basic.woff2?url'
import nunito from './nunito-basic.woff2?url'
import publicSans from './public-sans-basic.woff2?url'
import type { Family } from '../tokens.ts'

/** Addresses of the files with the characters of almost every page, to be fetched before the style sheet asks for them. */
export const fontUrls: Readonly<Record<Family, string>> = {
  archivo,
  cormorant,
  figtree,
  mulish,
  nunito,
  'public-sans': publicSans,
}
