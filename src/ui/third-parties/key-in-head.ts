import type { ThirdParties } from './third-parties.ts'

/** What the page's head says of a program of others; only ever asked in the browser. Apart from the inventory, which few pages need. */
export function keyInHead(name: keyof ThirdParties): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}
