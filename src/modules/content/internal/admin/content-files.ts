import type { RecordValues } from '../../../../platform/database/records.ts'
import { itemsOfText, textOfItems } from '../../../../platform/forms/field-array.ts'
import { element, htmlOf, link, paragraph } from '../../../../platform/text/markup.ts'
import type { Option } from '../../../admin/admin.ts'
import { blockSet } from '../../block-parts.ts'
import { noMasthead } from '../../document-values.ts'

/** Places in a page or post for an uploaded file, and the resulting fields. No I/O. */

type Sent = { readonly address: string; readonly title: string; readonly isPicture: boolean; readonly place: string }

type Block = Readonly<Record<string, unknown>>

const blocksOf = (values: RecordValues): readonly Block[] => itemsOfText(String(values['blocks'] ?? '[]'))

export function filePlaces(values: RecordValues): readonly Option[] {
  switch (values['kind']) {
    case 'page':
      return [
        ...blocksOf(values).flatMap((block, at) => {
          const type = String(block['type'])
          const hasPlace = type === 'html' || Array.isArray(block['tiles'])
          return hasPlace ? [{ value: `block:${at}`, label: `${at + 1}. ${blockSet.types[type]?.title ?? ''}` }] : []
        }),
        { value: 'new', label: 'New block' },
        { value: 'masthead', label: 'Masthead' },
      ]
    case 'post':
      return [
        { value: 'hero', label: 'Post picture' },
        { value: 'body', label: 'Text' },
      ]
    case 'static':
      return [{ value: 'body', label: 'Text' }]
    default:
      return []
  }
}

/** The fields that change; none where such a file cannot go. */
export function fieldsWithFile(values: RecordValues, sent: Sent): RecordValues {
  const { address, title, isPicture, place } = sent
  const body = `${String(values['body'] ?? '')}${markupOf(sent)}`
  if (place === 'body') return { body }
  if (place === 'new') {
    const added = { type: 'html', body: markupOf(sent) }
    return { blocks: textOfItems(blockSet, [...blocksOf(values), added]) }
  }
  if (place.startsWith('block:')) {
    const blocks = blocksOf(values)
    const at = Number(place.slice('block:'.length))
    const changed = blockWithFile(blocks[at] ?? {}, sent)
    return changed === null ? {} : { blocks: textOfItems(blockSet, blocks.with(at, changed)) }
  }
  if (!isPicture) return {}
  if (place === 'hero') return { heroSrc: address, heroAlt: title }
  const look = values['mastheadClass'] === noMasthead ? '' : (values['mastheadClass'] ?? '')
  return { mastheadClass: look, mastheadSrc: address, mastheadAlt: title }
}

/** Behind a text, or in the first tile that has no picture; null where it cannot go. */
function blockWithFile(block: Block, sent: Sent): Block | null {
  if (block['type'] === 'html') return { ...block, body: `${String(block['body'] ?? '')}${markupOf(sent)}` }
  const tiles = Array.isArray(block['tiles']) ? (block['tiles'] as readonly Block[]) : []
  const at = tiles.findIndex((tile) => tile['image'] === null)
  if (at === -1 || !sent.isPicture) return null
  return { ...block, tiles: tiles.with(at, { ...tiles[at], image: { src: sent.address, alt: sent.title } }) }
}

const markupOf = ({ address, title, isPicture }: Sent): string =>
  isPicture
    ? htmlOf(element('figure', {}, element('img', { src: address, alt: title })))
    : htmlOf(paragraph(link(address, title)))
