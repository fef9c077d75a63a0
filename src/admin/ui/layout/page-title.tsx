import styles from './page.module.css'

/** The heading of a back office page, and the document title. */
export function PageTitle({ children }: { children: string }) {
  return (
    <>
      <title>{`${children} – Back office`}</title>
      <h1 className={styles['title']}>{children}</h1>
    </>
  )
}
