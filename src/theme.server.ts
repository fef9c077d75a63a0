import { fontUrls } from './brands/fonts.ts'
import { themeCss, tokensOf, type Theme } from './brands/tokens.ts'

/** A theme's part of the page head; it stays on the server, the browser keeps what it was sent. */
export function themeHead(theme: Theme): { readonly css: string; readonly fontUrl: string | null } {
  const { family } = tokensOf[theme].font
  return { css: themeCss(tokensOf[theme]), fontUrl: family === null ? null : fontUrls[family] }
}
