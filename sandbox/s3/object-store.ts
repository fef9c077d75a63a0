import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** The stand-in's objects, in a database file or in memory. */

export type ObjectRow = {
  readonly key: string
  readonly bytes: Uint8Array
  readonly contentType: string
  /** The MD5 of the bytes in quotes, as S3 computes it for objects of one part. */
  readonly etag: string
  readonly modifiedAt: Date
}

export type ListedRow = Pick<ObjectRow, 'key' | 'etag' | 'modifiedAt'> & { readonly size: number }

export type ObjectStore = ReturnType<typeof openObjectStore>

const schema = `
create table if not exists object (
  bucket text not null,
  key text not null,
  bytes blob not null,
  content_type text not null,
  etag text not null,
  modified_ms integer not null,
  primary key (bucket, key)
) strict, without rowid;
`

type Stored = { key: string; bytes: Uint8Array; content_type: string; etag: string; modified_ms: number }
type Listed = Omit<Stored, 'bytes' | 'content_type'> & { size: number }

/** Opens the file, or ':memory:'. */
export function openObjectStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma busy_timeout = 5000')
  database.exec(schema)
  const write = database.prepare('insert or replace into object values (?, ?, ?, ?, ?, ?)')
  const read = database.prepare('select * from object where bucket = ? and key = ?')
  const remove = database.prepare('delete from object where bucket = ? and key = ?')
  // Keys are compared byte by byte, as S3 orders them.
  const list = database.prepare(
    `select key, length(bytes) as size, etag, modified_ms from object
     where bucket = ? and key > ? and substr(key, 1, length(?)) = ? order by key limit ?`,
  )
  return {
    /** Stores an object and returns its ETag. */
    put(bucket: string, { key, bytes, contentType, modifiedAt }: Omit<ObjectRow, 'etag'>): string {
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
      write.run(bucket, key, bytes, contentType, etag, modifiedAt.getTime())
      return etag
    },
    get(bucket: string, key: string): ObjectRow | null {
      const row = read.get(bucket, key) as Stored | undefined
      if (row === undefined) return null
      const { bytes, content_type: contentType, etag, modified_ms: modifiedMs } = row
      return { key, bytes, contentType, etag, modifiedAt: new Date(modifiedMs) }
    },
    remove(bucket: string, key: string): void {
      remove.run(bucket, key)
    },
    /** At most so many objects after a key, ordered by key. */
    list(bucket: string, { prefix, after, max }: { prefix: string; after: string; max: number }): ListedRow[] {
      const rows = list.all(bucket, after, prefix, prefix, max) as Listed[]
      return rows.map(({ key, size, etag, modified_ms: modifiedMs }) => ({
        key,
        size,
        etag,
        modifiedAt: new Date(modifiedMs),
      }))
    },
    close(): void {
      database.close()
    },
  }
}
