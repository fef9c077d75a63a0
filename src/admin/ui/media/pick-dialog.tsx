import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { buttonClass } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import fields from '../controls/field.module.css'
import { FileGrid, Thumbnail, TileFacts, tileClass, tileNameClass, type FileTile } from './file-tile.tsx'
import styles from './pick-dialog.module.css'
import { UploadArea } from './upload-area.tsx'
import type { UploadLimits } from './upload-result.ts'

/** A page of the library, as its call answers. */
export type PickPage = {
  readonly tiles: readonly FileTile[]
  readonly next: string | null
  readonly previous: string | null
  /** Null for members who may not upload. */
  readonly limits: UploadLimits | null
}

/**
 * The media library within a form: search, pages, and an upload. It is the browser's own modal dialog, which keeps the focus and gives it
 * back, and stands outside of the form, whose events it does not cause.
 */
export function PickDialog({
  type,
  isMultiple = false,
  onPick,
  onClose,
}: {
  type: 'picture' | 'document'
  isMultiple?: boolean
  onPick: (tiles: readonly FileTile[]) => void
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [search, setSearch] = useState('')
  const [cursor, setCursor] = useState('')
  const [chosen, setChosen] = useState<readonly FileTile[]>([])
  const [uploads, setUploads] = useState<readonly FileTile[]>([])
  const { page, problem } = usePage(`type=${type}&q=${encodeURIComponent(search)}&${cursor}`)
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])

  function take(tiles: readonly FileTile[]): void {
    onPick(tiles)
    dialog.current?.close()
  }

  function toggle(tile: FileTile): void {
    if (!isMultiple) return take([tile])
    const without = chosen.filter(({ key }) => key !== tile.key)
    setChosen(without.length === chosen.length ? [...chosen, tile] : without)
    return undefined
  }

  const known = new Set(uploads.map(({ key }) => key))
  const tiles = [...uploads, ...(page?.tiles ?? []).filter(({ key }) => !known.has(key))]
  return createPortal(
    // React hands events to the form that the button stands in.
    <div onSubmit={(event) => event.stopPropagation()} onChange={(event) => event.stopPropagation()}>
      <dialog ref={dialog} className={styles['dialog']} aria-labelledby="pick-title" onClose={onClose}>
        <header className={styles['head']}>
          <h2 id="pick-title">{type === 'picture' ? 'Choose a picture' : 'Choose a document'}</h2>
          <button type="button" className={buttonClass('small')} onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        <div className={styles['body']}>
          <div className={fields['field']}>
            <label htmlFor="pick-search">Search</label>
            <input
              id="pick-search"
              type="search"
              maxLength={100}
              value={search}
              placeholder="File name, alt text, SKU or product"
              onChange={(event) => {
                setSearch(event.currentTarget.value)
                setCursor('')
              }}
            />
          </div>
          {page !== null && page.limits !== null && (
            <details>
              <summary>Upload new files</summary>
              <UploadArea
                limits={page.limits}
                accept={type === 'picture' ? '.jpg,.jpeg,.png,.webp,.avif' : '.pdf'}
                onStored={({ tile }) => {
                  if (tile !== null && (tile.thumbnail !== null) === (type === 'picture'))
                    setUploads((all) => [tile, ...all.filter(({ key }) => key !== tile.key)])
                }}
              />
            </details>
          )}
          {problem !== null && <Empty>{problem}</Empty>}
          {page !== null && tiles.length === 0 && (
            <Empty>{search === '' ? 'There are no files yet. Upload one above.' : `No results for “${search}”.`}</Empty>
          )}
          <Choices tiles={tiles} chosen={isMultiple ? chosen : null} onPress={toggle} />
        </div>
        <footer className={styles['foot']}>
          <PageButton to={page?.previous ?? null} onTurn={setCursor}>
            Previous page
          </PageButton>
          <PageButton to={page?.next ?? null} onTurn={setCursor}>
            Next page
          </PageButton>
          {isMultiple && chosen.length === 0 && <small>Choose the pictures to add.</small>}
          {isMultiple && chosen.length > 0 && (
            <button type="button" className={buttonClass()} onClick={() => take(chosen)}>
              {`Add ${chosen.length} chosen`}
            </button>
          )}
        </footer>
      </dialog>
    </div>,
    document.body,
  )
}

/** `chosen` is null where one press takes a file. */
function Choices({
  tiles,
  chosen,
  onPress,
}: {
  tiles: readonly FileTile[]
  chosen: readonly FileTile[] | null
  onPress: (tile: FileTile) => void
}) {
  return (
    <>
      <p role="status" className="visually-hidden">
        {`${tiles.length} shown`}
      </p>
      <FileGrid label="Files">
        {tiles.map((tile) => (
          <li key={tile.key} className={tileClass}>
            <button
              type="button"
              className={styles['choice']}
              aria-pressed={chosen?.some(({ key }) => key === tile.key)}
              onClick={() => onPress(tile)}
            >
              <Thumbnail src={tile.thumbnail} kind={tile.kind} />
              <span className={tileNameClass}>{tile.name}</span>
            </button>
            <TileFacts tile={tile} />
          </li>
        ))}
      </FileGrid>
    </>
  )
}

function PageButton({ to, onTurn, children }: { to: string | null; onTurn: (to: string) => void; children: string }) {
  if (to === null) return null
  return (
    <button type="button" className={buttonClass('quiet')} onClick={() => onTurn(to)}>
      {children}
    </button>
  )
}

/** Asks for a page shortly after the last key; an answer that comes late is of an older question and is not shown. */
function usePage(query: string): { readonly page: PickPage | null; readonly problem: string | null } {
  const [answer, setAnswer] = useState<{ page: PickPage | null; problem: string | null }>({ page: null, problem: null })
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      fetch(`/office/media/pick?${query}`, { signal: stop.signal })
        .then((response) => {
          if (!response.ok) throw new Error(String(response.status))
          return response.json() as Promise<PickPage>
        })
        .then((page) => setAnswer({ page, problem: null }))
        .catch(() => {
          if (!stop.signal.aborted)
            setAnswer({ page: null, problem: 'The library could not be loaded. Please try again.' })
        })
    }, 200)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query])
  return answer
}
