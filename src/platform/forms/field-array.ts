/**
 * A list of items in a form, each with fields of its own: blocks of a page, columns of a footer, banners of a sale. Buttons of the form
 * move, remove and add items without saving, and keep what was typed. No I/O.
 */

export type Part = {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'html' | 'lines' | 'whole' | 'choice'
  readonly options?: Readonly<Record<string, string>>
  readonly help?: string
  readonly picks?: Picks
}

/**
 * How a field takes a file that is picked from the media library: its address in place of the text, or where the cursor is; a line
 * 'address | alt text', or 'address | title | size in kB' of a document; a picture in HTML.
 */
export type Picks = 'address' | 'at the cursor' | 'line' | 'document line' | 'html'

/** The parts of a thing as they are typed. */
export type Texts = Readonly<Record<string, string>>
/** An item as it is stored; its type determines its fields. */
export type Item = Readonly<Record<string, unknown>>

export type FieldArray = {
  /** One of them, as a sentence has it: 'block'. */
  readonly one: string
  readonly types: Readonly<Record<string, { readonly title: string; readonly parts: readonly Part[] }>>
  /** Of each type one at most. */
  readonly isOnce?: true
  /** What becomes of pictures that are picked from the media library: an item each, with the address as this part. */
  readonly picked?: { readonly type: string; readonly part: string }
  /** An item with invalid input keeps its texts. */
  textsOf(item: Item): Texts
  /** The typed values in field order, valid or not. */
  itemOf(type: string, texts: Texts): Item
}

const maxItems = 60

/** The typed text of a part, and its lines. */
export const typed = (texts: Texts, name: string): string => (texts[name] ?? '').replaceAll('\r\n', '\n').trim()
export const typedLines = (texts: Texts, name: string): string[] =>
  typed(texts, name)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const typeIn = ({ types }: FieldArray, { type }: Item): string | null =>
  typeof type === 'string' && Object.hasOwn(types, type) ? type : null

/** The items of known types, with their typed values. */
export const shownItems = (
  set: FieldArray,
  text: string,
): readonly { readonly type: string; readonly texts: Texts }[] =>
  itemsOfText(text).flatMap((item) => {
    const type = typeIn(set, item)
    return type === null ? [] : [{ type, texts: set.textsOf(item) }]
  })

/** Items in a canonical form for comparison. */
export const textOfItems = (set: FieldArray, items: readonly Item[]): string =>
  JSON.stringify(
    items.flatMap((item) => {
      const type = typeIn(set, item)
      return type === null ? [] : [set.itemOf(type, set.textsOf(item))]
    }),
  )

export function itemsOfText(text: string): readonly Item[] {
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) ? (items as readonly Item[]) : []
  } catch {
    return []
  }
}

/** What a form sent for a field: 'blocks.0.type', 'blocks.0.title' and so on; or all of it as one value. */
export function itemsSent(set: FieldArray, name: string, form: URLSearchParams): string {
  if (!form.has(`${name}.count`)) return form.get(name) ?? ''
  const count = Math.min(maxItems, Number(form.get(`${name}.count`)) || 0)
  const items = Array.from({ length: count }, (_, at) => {
    const type = typeIn(set, { type: form.get(`${name}.${at}.type`) })
    if (type === null) return []
    const parts = set.types[type]?.parts ?? []
    const texts = Object.fromEntries(parts.map((part) => [part.name, form.get(`${name}.${at}.${part.name}`) ?? '']))
    return [set.itemOf(type, texts)]
  })
  return JSON.stringify(items.flat())
}

/**
 * The form after a press of 'Move up', 'Move down', 'Remove' or 'Add', after an item was dragged or pictures were picked; null when nothing
 * of that was done. `at` of the field says which item.
 */
export function formAfterMove(
  form: URLSearchParams,
  setOf: (name: string) => FieldArray | null,
): URLSearchParams | null {
  const pressed = [...form.keys()].find((name) => name.endsWith('.do'))
  if (pressed === undefined) return null
  const name = pressed.slice(0, -3)
  const set = setOf(name)
  if (set === null) return null
  const [what = '', ...which] = (form.get(pressed) ?? '').split(':')
  const [items, at] = movedItems(set, itemsOfText(itemsSent(set, name, form)), what, which.join(':'))
  const after = new URLSearchParams([...form].filter(([key]) => !key.startsWith(`${name}.`)))
  after.set(name, JSON.stringify(items))
  after.set(`${name}.at`, String(at))
  return after
}

function movedItems(
  set: FieldArray,
  items: readonly Item[],
  what: string,
  which: string,
): readonly [readonly Item[], number] {
  if (what === 'add') {
    const type = typeIn(set, { type: which })
    return type === null ? [items, 0] : [[...items, set.itemOf(type, {})], items.length]
  }
  if (what === 'pick') {
    const { type, part } = set.picked ?? { type: '', part: '' }
    if (typeIn(set, { type }) === null) return [items, 0]
    const added = which.split(' ').filter(Boolean)
    return [[...items, ...added.map((address) => set.itemOf(type, { [part]: address }))], items.length]
  }
  const [at = Number.NaN, place] = which.split('>').map(Number)
  const item = items[at]
  if (item === undefined) return [items, 0]
  const without = items.toSpliced(at, 1)
  if (what === 'remove') return [without, Math.min(at, without.length - 1)]
  // '2>0' is the third, dragged to the front.
  const requested = what === 'up' ? at - 1 : what === 'down' ? at + 1 : (place ?? at)
  const to = Math.max(0, Math.min(without.length, requested))
  return [without.toSpliced(to, 0, item), to]
}
