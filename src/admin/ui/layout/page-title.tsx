import styles from './page.module.css'

/** The heading of a page of the back office, and what its tab is called. */
export function PageTitle({ children }: { children: string }) {
  return (
    <>
      <title>{`${children} – Back office`}</title>
      <h1 className={styles['title']}>{children}</h1>
    </>
  )
}
