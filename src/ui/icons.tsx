/** Line icons on a 24 px grid, drawn with the text's colour. Hidden from assistive technology: the control says what it does. */
const paths = {
  menu: 'M3 6h18M3 12h18M3 18h18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20.5 20.5l-5.4-5.4',
  pin: 'M12 21.5s7-6.2 7-11.5a7 7 0 1 0-14 0c0 5.3 7 11.5 7 11.5zM12 12.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z',
  pencil: 'M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19zM13.500 7l3.500 3.500',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-3.9 3.7-6 7.5-6s6.9 2.1 7.5 6',
  cart: 'M2.5 4h2.6l2.3 11.2h10.4L20 7.2H6M9 20.2a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6zM16.6 20.2a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6z',
  compare: 'M4 5h6.5v14H4zM13.5 5H20v14h-6.5z',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  chevron: 'M9 5.5l6.5 6.5L9 18.5',
  truck:
    'M2 6.5h11.5v10H2zM13.5 10h4l3.5 3.4v3.1h-7.5M6.3 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM17.3 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  phone:
    'M6.2 3.5h3l1.4 4.2-2 1.6a12 12 0 0 0 6 6l1.6-2 4.2 1.4v3c0 1-.8 1.9-1.9 1.8C10.7 19 5 13.3 4.4 5.4 4.3 4.4 5.2 3.5 6.2 3.500z',
  lock: 'M6 11h12v9H6zM8.5 11V7.800a3.5 3.5 0 0 1 7 0V11',
  check: 'M4.5 12.500l5 5 10-11',
  sliders:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400zM9 19.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400z',
  store: 'M4.500 10v10h15V10M3 9.500L5 4h14l2 5.500zM9.500 20v-6h5v6',
  ruler: 'M3 8h18v8H3zM7 8v3M11 8v4M15 8v3M19 8v4',
} as const

export type IconName = keyof typeof paths

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
      <path d={paths[name]} />
    </svg>
  )
}
