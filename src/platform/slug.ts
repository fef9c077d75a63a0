/** Lower case, '&' as 'and', everything else that is no letter or digit as one hyphen (FMT-08, decision ui-12). */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[̀-ͯ]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}
