/** Whether a database can hold the text: it has no place for NUL nor for half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
