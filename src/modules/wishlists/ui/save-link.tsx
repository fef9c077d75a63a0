import { saveProductPath } from '../../catalogue/catalogue.ts'

/** Leads to the page that asks for the list; with script a dialog asks where the visitor is. The server renders it into pages. */
export function SaveLink({ sku, title }: { readonly sku: string; readonly title: string }) {
  return (
    <p>
      <a href={saveProductPath(sku)} rel="nofollow" data-save-to-list={sku} data-title={title}>
        Save to a list
      </a>
    </p>
  )
}
