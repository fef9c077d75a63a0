import type { ReactNode } from 'react'
import styles from './file-tile.module.css'

/** A file as grids show it. */
export type FileTile = {
  readonly key: string
  readonly href: string
  /** As records name it. */
  readonly address: string
  readonly name: string
  /** Null for a document. */
  readonly thumbnail: string | null
  readonly alt: string
  /** 'JPEG', 'PDF'. */
  readonly kind: string
  readonly facts: string
  readonly kilobytes: number
  readonly isWithoutAlt: boolean
}

export function FileGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles['grid']} aria-label={label}>
      {children}
    </ul>
  )
}

/** The picture, or the kind of a document. The name beside it says what it is. */
export function Thumbnail({ src, kind }: { src: string | null; kind: string }) {
  return (
    <span className={styles['frame']}>
      {src === null ? (
        <span className={styles['document']}>{kind}</span>
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  )
}

/** What a tile says below its picture. */
export function TileFacts({ tile }: { tile: Pick<FileTile, 'facts' | 'isWithoutAlt'> }) {
  return (
    <>
      <small className={styles['facts']}>{tile.facts}</small>
      {tile.isWithoutAlt && <small className={styles['missing']}>No alt text</small>}
    </>
  )
}

export const tileClass = styles['tile']
export const tileNameClass = styles['name']
