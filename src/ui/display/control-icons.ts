/** Icons that are in sight on most pages share one sheet. */
export const controlIcons = [
  'menu',
  'search',
  'pin',
  'compare',
  'store',
  'person',
  'heart',
  'cart',
  'close',
  'chevron',
  'check',
  'sliders',
] as const
