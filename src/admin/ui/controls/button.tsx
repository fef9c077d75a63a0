import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useNavigation } from 'react-router'
import styles from './button.module.css'

export type ButtonLook = 'main' | 'quiet' | 'danger' | 'small' | 'link'

const classes: Readonly<Record<ButtonLook, string>> = {
  main: `${styles['button']}`,
  quiet: `${styles['button']} ${styles['quiet']}`,
  danger: `${styles['button']} ${styles['danger']}`,
  small: `${styles['button']} ${styles['quiet']} ${styles['small']}`,
  link: `${styles['link']}`,
}

/** The class of a button, for links that look like one. */
export const buttonClass = (look: ButtonLook = 'main'): string => classes[look]

/** Sends its form, once: until the answer is there a second press does nothing. */
export function SubmitButton({
  look = 'main',
  children,
  ...rest
}: { look?: ButtonLook; children: ReactNode } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'type' | 'className' | 'onClick'
>) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <button
      {...rest}
      type="submit"
      className={classes[look]}
      aria-disabled={isBusy ? true : undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      {children}
    </button>
  )
}
