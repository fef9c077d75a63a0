import { loadScript } from './load-script.ts'

type Gapi = {
  load(part: 'ratingbadge', done: () => void): void
  ratingbadge: { render(place: HTMLElement, options: { merchant_id: string; position: 'INLINE' }): void }
}

/** Draws the badge of Google Customer Reviews into a place of ours; rejects when Google cannot be reached. */
export async function drawGoogleBadge(place: HTMLElement, merchantId: string): Promise<void> {
  await loadScript('https://apis.google.com/js/platform.js')
  const { gapi } = window as { gapi?: Gapi }
  gapi?.load('ratingbadge', () => gapi.ratingbadge.render(place, { merchant_id: merchantId, position: 'INLINE' }))
}
