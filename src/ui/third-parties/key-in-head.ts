import type { ThirdParties } from './third-parties.ts'

/** A third-party key in the page's head; browser only. Separate from the inventory, which few pages need. */
export function keyInHead(name: keyof ThirdParties): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}
