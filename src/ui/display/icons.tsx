/**
 * Line icons on a 24 px grid, drawn with the text's colour. They stand in sheets, public/assets/icons/{sheet}.svg, one symbol an icon, so
 * that a page fetches each sheet once and keeps it: a sheet that changes gets a version of its own (BIZ-08, decision ui-15), the
 * beginning of its SHA-256. A test compares.
 */
export const sheetVersions = { controls: 'c54a41f3', details: '76684e04' } as const

type Sheet = keyof typeof sheetVersions

/** What is in sight on most pages is in one sheet. */
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
} as const satisfies Record<string, Sheet>

export type IconName = keyof typeof sheetOf

export const sheetAddress = (sheet: Sheet): string => `/assets/icons/${sheet}.svg?v=${sheetVersions[sheet]}`

/** Hidden from assistive technology: the control says what it does. */
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
