import type { Theme } from './tokens.ts'

/** The picture that stands where one cannot be had (decision brands-08). */
export const placeholderOf = (theme: Theme): string => `/assets/${theme}/placeholder.svg`
