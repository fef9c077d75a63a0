import type { RawBuilder } from 'kysely'
import type { Reader, Writer } from '../../platform/database/database.server.ts'

/** What the library asks of the modules whose records name files; the composition answers. */

/** A record that names a file. `href` is its page in the back office; null where it has none. */
export type MediaUse = { readonly what: string; readonly name: string; readonly href: string | null }

export interface MediaUses {
  /** Selects `id` of the files that records name. */
  readonly usedIds: RawBuilder<unknown>
  /** Selects the addresses of pictures of products with a word in title, SKU or model; `pattern` is that of LIKE. */
  addressesOfProducts(pattern: string): RawBuilder<unknown>
  /** Records that name the file; at most `limit` of each kind. */
  of(db: Reader, file: NamedFile, limit: number): Promise<readonly MediaUse[]>
  /** Uploads that records name and the shop does not have. */
  missing(db: Reader): Promise<readonly (MediaUse & { readonly address: string })[]>
  /** Has everything that shows the picture read it again. */
  changed(tx: Writer, address: string): Promise<void>
}

/** An address with the names by which records may have it: its own, and the hashes by which orders show it. */
export type NamedFile = { readonly address: string; readonly names: readonly string[] }
