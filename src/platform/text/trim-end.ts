/** Text without repetitions of `character` at its end. A pattern such as /\/+$/ takes quadratic time on long runs that end otherwise. */
export function trimEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
