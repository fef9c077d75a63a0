/**
 * Files by key, such as product pictures: a folder or a bucket of an S3-compatible server. Every implementation passes
 * `object-storage-contract.test.ts`.
 */
export interface ObjectStorage {
  /**
   * Stores an object or replaces it. Readers get the old bytes or the new ones, never a part. The content type is what a bucket serves the
   * object with; a folder does not store it.
   */
  put(key: string, bytes: Uint8Array, options: { readonly contentType: string }): Promise<void>
  /** The bytes, or those of a range; null when there is no such object. */
  get(key: string, range?: ByteRange): Promise<Buffer | null>
  /** Size and time of an object without reading it; null when there is no such object. */
  stat(key: string): Promise<ObjectFacts | null>
  /** Removes an object. One that does not exist is not an error. */
  remove(key: string): Promise<void>
  /**
   * Removes every object whose key begins with the prefix, which is one or more whole segments: `products/12/`. Objects that are written
   * meanwhile are removed or stay.
   */
  removeAll(prefix: string): Promise<void>
  /** The objects whose keys begin with the prefix, ordered by key, read in pages. The empty prefix lists all. */
  list(prefix: string): AsyncIterable<StoredObject>
}

/** Objects that are only read. */
export type ReadableFiles = Pick<ObjectStorage, 'get' | 'stat'>

export type ObjectFacts = { readonly bytes: number; readonly modifiedAt: Date }

export type StoredObject = ObjectFacts & { readonly key: string }

/**
 * The first and the last byte, both inclusive as in the Range header. An end after the last byte means up to it; a start after it gives no
 * bytes.
 */
export type ByteRange = { readonly start: number; readonly end: number }

/** The storage cannot do what it was asked for. The message names the object and what to check, and contains no secret. */
export class StorageError extends Error {
  override name = 'StorageError'
  /** The reason as the file system or the server names it: 'EACCES', 'SlowDown'. */
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

export const maxKeyLength = 200

/**
 * Whether a text is a key: segments of `a-z`, `0-9`, `.`, `_` and `-` joined by `/`, at most 200 characters. Lower case only, so that two
 * keys are also two files where the file system ignores case.
 */
export function isObjectKey(text: string): boolean {
  return text.length <= maxKeyLength && text.split('/').every(isSegment)
}

const isSegment = (segment: string): boolean => /^[a-z0-9._-]+$/.test(segment) && segment !== '.' && segment !== '..'

/** Returns the key. Throws a RangeError when it is not one. */
export function checkedKey(key: string): string {
  if (isObjectKey(key)) return key
  throw new RangeError(
    `"${key.slice(0, maxKeyLength)}" is not an object key: segments of a-z, 0-9, ".", "_" and "-" joined by "/", at most ${maxKeyLength} characters`,
  )
}

/** Returns the prefix: none, or whole segments with a slash at the end. Throws a RangeError for anything else. */
export function checkedPrefix(prefix: string): string {
  if (prefix === '' || (prefix.endsWith('/') && isObjectKey(prefix.slice(0, -1)))) return prefix
  throw new RangeError(`"${prefix.slice(0, maxKeyLength)}" is not a prefix of object keys: it must end with "/"`)
}

/** Returns the prefix of objects that may be removed together. Throws a RangeError for the empty one, which would remove all. */
export function checkedRemovalPrefix(prefix: string): string {
  if (prefix !== '') return checkedPrefix(prefix)
  throw new RangeError('the empty prefix would remove every object: name the segments to remove')
}

/** Returns the range. Throws a RangeError when it is not one of whole numbers in order. */
export function checkedRange(range: ByteRange): ByteRange {
  const { start, end } = range
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start) return range
  throw new RangeError(`bytes ${start} to ${end} are not a range`)
}
