import { createContext } from 'react'

/** Given by the server while it renders; the browser keeps the style element that it was sent. */
export const ThemeContext = createContext<{
  readonly theme: string
  readonly css: string
  readonly nonce: string
} | null>(null)
