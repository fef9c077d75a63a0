import { element } from '../../platform/text/markup.ts'

/** What stands where a product or category has no picture (SHELL-08): one quiet icon, named for screen readers. */

export const noPicture = '/media/placeholder.svg'

export function noPictureDrawing(): string {
  const box = element('path', { d: 'M400 282L512 340V464L400 522L288 464V340z' })
  const edges = element('path', { d: 'M288 340L400 398L512 340M400 398V522M344 311L456 369V414' })
  const pen = {
    fill: 'none',
    stroke: '#b9b4ab',
    'stroke-width': 9,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  }
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 800 800', role: 'img', 'aria-label': 'No picture yet' },
    element('rect', { width: 800, height: 800, fill: '#f0eeea' }),
    element('g', pen, box, edges),
  ).text
}
