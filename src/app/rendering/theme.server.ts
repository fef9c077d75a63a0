import { fontUrls } from '../../brands/fonts/font-urls.ts'
import { themeCss, tokensOf, type Theme } from '../../brands/tokens.ts'

type ThemeHead = { readonly css: string; readonly fontUrl: string | null }

const made = new Map<Theme, ThemeHead>()

/** A theme's part of the page head; it stays on the server, and the browser keeps what it was sent. */
export function themeHead(theme: Theme): ThemeHead {
  const known = made.get(theme)
  if (known !== undefined) return known
  const { family } = tokensOf[theme].font
  const head = { css: themeCss(tokensOf[theme]), fontUrl: family === null ? null : fontUrls[family] }
  made.set(theme, head)
  return head
}
