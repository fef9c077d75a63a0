import { createContext } from 'react'

/** Provided by the server while it renders; the browser keeps the style element it was sent. */
export const ThemeContext = createContext<{
  readonly theme: string
  readonly css: string
  readonly nonce: string
} | null>(null)
