import { SaxesParser } from 'saxes'
import { element, xmlDocument, type Markup } from '../../src/platform/text/markup.ts'
import type { ListedRow } from './object-store.ts'

/** The XML of S3, as its API reference describes it. */

export type S3Problem = { readonly status: number; readonly code: string; readonly message: string }

const xmlns = 'http://s3.amazonaws.com/doc/2006-03-01/'

export const errorBody = ({ code, message }: S3Problem, resource: string): string =>
  xmlDocument(
    element('Error', {}, element('Code', {}, code), element('Message', {}, message), element('Resource', {}, resource)),
  )

export function listBody({
  bucket,
  prefix,
  maxKeys,
  token,
  rows,
  nextToken,
}: {
  readonly bucket: string
  readonly prefix: string
  readonly maxKeys: number
  readonly token: string | null
  readonly rows: readonly ListedRow[]
  /** Null on the last page. */
  readonly nextToken: string | null
}): string {
  return xmlDocument(
    element(
      'ListBucketResult',
      { xmlns },
      element('Name', {}, bucket),
      element('Prefix', {}, prefix),
      element('MaxKeys', {}, maxKeys),
      element('KeyCount', {}, rows.length),
      element('IsTruncated', {}, String(nextToken !== null)),
      token === null ? null : element('ContinuationToken', {}, token),
      nextToken === null ? null : element('NextContinuationToken', {}, nextToken),
      rows.map(listedObject),
    ),
  )
}

const listedObject = ({ key, size, etag, modifiedAt }: ListedRow): Markup =>
  element(
    'Contents',
    {},
    element('Key', {}, key),
    element('LastModified', {}, modifiedAt.toISOString()),
    element('ETag', {}, etag),
    element('Size', {}, size),
    element('StorageClass', {}, 'STANDARD'),
  )

export const deletedBody = (keys: readonly string[], isQuiet: boolean): string =>
  xmlDocument(
    element(
      'DeleteResult',
      { xmlns },
      isQuiet ? '' : keys.map((key) => element('Deleted', {}, element('Key', {}, key))),
    ),
  )

/** The keys of a DeleteObjects request, and whether only errors are answered. Null when it is not well-formed. */
export function deleteRequest(xml: string): { readonly keys: readonly string[]; readonly isQuiet: boolean } | null {
  const keys: string[] = []
  let isQuiet = false
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', () => void (text = ''))
  parser.on('text', (part) => void (text += part))
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') keys.push(text)
    if (name === 'Quiet') isQuiet = text === 'true'
  })
  parser.on('error', (error) => {
    throw error
  })
  try {
    parser.write(xml).close()
    return { keys, isQuiet }
  } catch {
    return null
  }
}
