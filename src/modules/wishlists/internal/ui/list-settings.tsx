import { useHasScript } from '../../../../ui/browser/use-has-script.ts'
import { isAuthenticated } from '../../../identity/ui/token-storage.ts'
import { loginRoute } from '../../../identity/return-url.ts'
import { maxNameLength, wishlistPath, type WishlistResponse } from '../../wishlists.ts'
import { CopyLink } from '../../../../ui/forms/copy-link.tsx'
import { ListForm } from './list-form.tsx'
import styles from './list-settings.module.css'

/** Sharing, emails, name and end of a list. */
export function ListSettings({ list }: { readonly list: WishlistResponse }) {
  const isMember = useHasScript() && isAuthenticated()
  return (
    <div className={styles.settings}>
      <section aria-labelledby="share-title">
        <h3 id="share-title">Share this list</h3>
        {list.shareLink === null ? (
          <>
            <p>Anyone with the link can see the list’s name and its products, and nothing about you.</p>
            <ListForm list={list.id}>
              <button className="button button--quiet" name="intent" value="link-on">
                Create link
              </button>
            </ListForm>
          </>
        ) : (
          <>
            <CopyLink label="Link to this list" link={list.shareLink} />
            <ListForm list={list.id} className={styles.row}>
              <button className="link-button" name="intent" value="link-off">
                Turn off link
              </button>
              <button className="link-button" name="intent" value="link-new">
                Replace link
              </button>
            </ListForm>
          </>
        )}
      </section>
      <section aria-labelledby="mail-title">
        <h3 id="mail-title">Price drops and stock</h3>
        {isMember ? (
          <ListForm list={list.id}>
            <p>
              {list.wantsMail
                ? 'We email you when a price drops or a product is back, at most once a day.'
                : 'Get an email when a price drops or a product is back, at most once a day.'}
            </p>
            <button className="button button--quiet" name="intent" value={list.wantsMail ? 'mail-off' : 'mail-on'}>
              {list.wantsMail ? 'Stop emails' : 'Email me'}
            </button>
          </ListForm>
        ) : (
          <p>
            <a href={`${loginRoute}?returnUrl=${encodeURIComponent(wishlistPath(list.id))}`}>Log in</a> to get an email
            when a price drops or a product is back. Your lists come with you.
          </p>
        )}
      </section>
      <details>
        <summary>Rename or delete this list</summary>
        <ListForm list={list.id} className={styles.rename}>
          <label htmlFor="list-name">Name</label>
          <div>
            <input
              id="list-name"
              key={list.name}
              name="name"
              required
              maxLength={maxNameLength}
              defaultValue={list.name}
              autoComplete="off"
            />
            <button className="button button--quiet" name="intent" value="rename">
              Rename
            </button>
          </div>
        </ListForm>
        <ListForm list={list.id}>
          <button className="link-button" name="intent" value="delete">
            Delete list
          </button>
        </ListForm>
      </details>
    </div>
  )
}
