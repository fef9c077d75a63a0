import styles from './not-found.module.css'

export function NotFoundPage({
  categories,
}: {
  categories: readonly { readonly title: string; readonly href: string }[]
}) {
  return (
    <section className={`page ${styles.page}`}>
      <p className={styles.code}>404</p>
      <h1>Page not found</h1>
      <p>The page you looking for does not exist, please try again</p>
      <form role="search" aria-label="Products" action="/products" className={styles.search}>
        <label htmlFor="not-found-search">Search for a product</label>
        <input id="not-found-search" name="q" type="search" autoComplete="off" maxLength={100} />
        <button className="button">Search</button>
      </form>
      {categories.length > 0 && (
        <ul className={styles.links}>
          {categories.map((category) => (
            <li key={category.href}>
              <a href={category.href}>{category.title}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
