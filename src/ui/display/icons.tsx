/**
 * Line icons on a 24 px grid, in the text's colour. They are in sprite sheets, public/assets/icons/{sheet}.svg, one symbol an icon, so that
 * each sheet is fetched once and cached: a changed sheet gets a version, the beginning of its SHA-256 (BIZ-08, decision ui-15). A test
 * compares them.
 */
export const sheetVersions = { controls: 'c54a41f3', details: '37b77785' } as const

type Sheet = keyof typeof sheetVersions

/** Icons that are in sight on most pages share one sheet. */
export const sheetOf = {
  menu: 'controls',
  search: 'controls',
  pin: 'controls',
  pencil: 'details',
  compare: 'controls',
  store: 'controls',
  person: 'controls',
  cart: 'controls',
  close: 'controls',
  chevron: 'controls',
  check: 'controls',
  sliders: 'controls',
  truck: 'details',
  phone: 'details',
  lock: 'details',
  ruler: 'details',
  chat: 'details',
  play: 'details',
  cube: 'details',
  plus: 'details',
  minus: 'details',
} as const satisfies Record<string, Sheet>

export type IconName = keyof typeof sheetOf

export const sheetAddress = (sheet: Sheet): string => `/assets/icons/${sheet}.svg?v=${sheetVersions[sheet]}`

/** Hidden from assistive technology: the control has the label. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <use href={`${sheetAddress(sheetOf[name])}#${name}`} />
    </svg>
  )
}
