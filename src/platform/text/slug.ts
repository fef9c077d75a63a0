/** Letters that are not a plain letter with an accent, with their usual transliteration. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŋ: 'ng',
  ŧ: 't',
  ı: 'i',
}

/** Lower case, '&' as 'and', everything else that is no letter or digit as one hyphen (FMT-08, decision ui-12). */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[̀-ͯ]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłħŋŧı]/g, (letter) => spelledOut[letter] ?? '')
    .replaceAll('&', ' and ')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
