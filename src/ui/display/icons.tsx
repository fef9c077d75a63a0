import type { controlIcons } from './control-icons.ts'

/**
 * Line icons on a 24 px grid, in the text's colour. They are in sprite sheets, public/assets/icons/{sheet}.svg, one symbol an icon, so that
 * each sheet is fetched once and cached: a changed sheet gets a version, the beginning of its SHA-256 (BIZ-08, decision ui-15). A test
 * compares them.
 */
export const sheetVersions = { controls: '8f2f2fdf', details: '37b77785' } as const

type Sheet = keyof typeof sheetVersions

/** The names of the others are types alone, which no browser fetches. */
export const detailIcons = [
  'pencil',
  'truck',
  'phone',
  'lock',
  'ruler',
  'chat',
  'play',
  'cube',
  'plus',
  'minus',
] as const

export type IconName = (typeof controlIcons)[number] | (typeof detailIcons)[number]

export const sheetOf = (name: IconName): Sheet =>
  (detailIcons as readonly IconName[]).includes(name) ? 'details' : 'controls'

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
      <use href={`${sheetAddress(sheetOf(name))}#${name}`} />
    </svg>
  )
}
