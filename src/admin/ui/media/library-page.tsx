import { Form, Link, useActionData } from 'react-router'
import { SubmitButton } from '../controls/button.tsx'
import { DoneNotice, ErrorNotice } from '../controls/notice.tsx'
import { ListPage, type ListView } from '../records/list-page.tsx'
import { FileGrid, Thumbnail, TileFacts, tileClass, tileNameClass, type FileTile } from './file-tile.tsx'
import styles from './library-page.module.css'
import { countText } from '../../../platform/text/count-text.ts'

type Deleted = { readonly removed: number; readonly left: readonly string[] }

/** Every file of the shop as a grid. */
export function LibraryPage({
  list,
  tiles,
  canDelete,
}: {
  list: ListView
  tiles: readonly FileTile[]
  canDelete: boolean
}) {
  const deleted = useActionData() as Deleted | undefined
  return (
    <>
      <ListPage
        list={list}
        notice={deleted === undefined ? null : <DeletedNotice deleted={deleted} />}
        rows={
          <Form method="post" action={`${list.path}?${list.viewQuery}`}>
            <FileGrid label={list.title}>
              {tiles.map((tile) => (
                <li key={tile.key} className={tileClass}>
                  <Link to={tile.href} className={styles['link']}>
                    <Thumbnail src={tile.thumbnail} kind={tile.kind} />
                    <span className={tileNameClass}>{tile.name}</span>
                  </Link>
                  <TileFacts tile={tile} />
                  {canDelete && (
                    <label className={styles['choice']}>
                      <input type="checkbox" name="file" value={tile.key} />
                      <span className="visually-hidden">Choose {tile.name}</span>
                    </label>
                  )}
                </li>
              ))}
            </FileGrid>
            {canDelete && (
              <p className={styles['bar']}>
                <SubmitButton look="danger" name="intent" value="delete-unused">
                  Delete chosen files
                </SubmitButton>
                <small>Files that are used anywhere stay.</small>
              </p>
            )}
          </Form>
        }
      />
    </>
  )
}

function DeletedNotice({ deleted: { removed, left } }: { deleted: Deleted }) {
  const count = `${countText(removed, 'file was', 'files were')} deleted.`
  if (left.length === 0)
    return <DoneNotice>{removed === 0 ? 'No file was chosen. Tick the files to delete first.' : count}</DoneNotice>
  return (
    <ErrorNotice>
      <p>
        <strong>{`${count} ${left.length} ${left.length === 1 ? 'was' : 'were'} not:`}</strong>
      </p>
      <ul>
        {left.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </ErrorNotice>
  )
}
