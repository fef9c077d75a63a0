import type { ReactNode } from 'react'
import { wishlistsPath } from '../../wishlists.ts'
import { submitList } from '../../ui/wishlist-calls.ts'

/** A form about one list or a product on it: posted to the page before script, and sent by the API with it. */
export function ListForm({
  list,
  sku,
  title,
  className,
  onDone,
  children,
}: {
  readonly list?: string
  readonly sku?: string
  /** The product's, for what is said afterwards. */
  readonly title?: string
  readonly className?: string | undefined
  readonly onDone?: () => void
  readonly children: ReactNode
}) {
  return (
    <form
      method="post"
      action={wishlistsPath}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const { submitter } = event.nativeEvent as SubmitEvent
        // A double click does it once.
        if (submitter?.hasAttribute('aria-busy')) return
        submitter?.setAttribute('aria-busy', 'true')
        void submitList(new FormData(form, submitter), title)
          .then((isDone) => {
            if (isDone) onDone?.()
          })
          .finally(() => submitter?.removeAttribute('aria-busy'))
      }}
    >
      {list !== undefined && <input type="hidden" name="list" value={list} />}
      {sku !== undefined && <input type="hidden" name="sku" value={sku} />}
      {children}
    </form>
  )
}
