import { itemsOfText, typed, type FieldArray, type Item } from '../../../platform/forms/field-array.ts'
import type { FieldError } from '../../../platform/result.ts'

/** The pictures of a product as its form has them, in their order. No I/O. */

export const pictureSet: FieldArray = {
  one: 'picture',
  types: {
    picture: {
      title: 'Picture',
      parts: [
        { name: 'url', label: 'Address', kind: 'text', picks: 'address' },
        { name: 'alt', label: 'Alt text', kind: 'text', help: 'Leave empty to use the picture’s own, or the title.' },
      ],
    },
  },
  picked: { type: 'picture', part: 'url' },
  textsOf: ({ url, alt }) => ({ url: String(url ?? ''), alt: String(alt ?? '') }),
  itemOf: (type, texts) => ({ type, url: typed(texts, 'url'), alt: typed(texts, 'alt') }),
}

export type NamedPicture = { readonly url: string; readonly alt: string }

/** Pictures of a record as the value of the form's field, and back. */
export const pictureItems = (pictures: readonly NamedPicture[]): string =>
  JSON.stringify(pictures.map(({ url, alt }): Item => ({ type: 'picture', url, alt: alt ?? '' })))
export const picturesOf = (value: unknown): readonly NamedPicture[] =>
  itemsOfText(typeof value === 'string' ? value : '[]').map(({ url, alt }) => ({
    url: String(url ?? ''),
    alt: String(alt ?? ''),
  }))

const maxPictures = 30
const address = /^(https:\/\/|\/(?!\/))[^\s|]+$/

export function pictureErrors(pictures: readonly NamedPicture[]): FieldError[] {
  if (pictures.length > maxPictures)
    return [{ field: 'images', message: `A product has at most ${maxPictures} pictures; it has ${pictures.length}.` }]
  return pictures.flatMap(({ url, alt }, at): FieldError[] => {
    const messages = [
      ...(address.test(url) && url.length <= 2_000 ? [] : ['the address must begin with https:// or /.']),
      ...(alt.length <= 200 ? [] : [`the alt text must have at most 200 characters; it has ${alt.length}.`]),
    ]
    return messages.map((message) => ({ field: 'images', message: `Pictures, ${at + 1}: ${message}` }))
  })
}
