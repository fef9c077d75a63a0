/** The preview picture for shared links (Open Graph): its size and its address. */

export const socialSize = { width: 1_200, height: 630 } as const

export const socialPath = (sku: string | null): string =>
  sku === null ? '/media/social.png' : `/media/social/${encodeURIComponent(sku)}.png`
