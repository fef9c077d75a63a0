import { expect, test } from 'vitest'
import type { FeedRow } from './feed.ts'
import { merchantXml } from './merchant-xml.ts'

async function read(text: string, size = 11): Promise<FeedRow[]> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  return Array.fromAsync(merchantXml(chunks()))
}

const rss = (items: string, attributes = 'xmlns:g="http://base.google.com/ns/1.0"') =>
  `<?xml version="1.0"?>\n<rss ${attributes} version="2.0">\n<channel><title>Shop</title>\n${items}\n</channel></rss>`

test('RSS: entities, CDATA, and repeated and nested elements', async () => {
  const [row] = await read(
    rss(`<item><g:id>1</g:id><title>Fish &amp; chips &#8211; 5 &lt; 6&nbsp;&deg;</title>
      <description><![CDATA[<p>Cold & quiet</p>]]></description>
      <g:additional_image_link>https://x.example/a.jpg</g:additional_image_link>
      <g:additional_image_link>https://x.example/b.jpg</g:additional_image_link>
      <g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Doors</g:attribute_name>
        <g:attribute_value>2</g:attribute_value></g:product_detail><g:mpn/></item>`),
  )
  expect(row).toEqual({
    line: 4,
    fields: {
      id: '1',
      title: 'Fish & chips – 5 < 6\u00A0°',
      description: '<p>Cold & quiet</p>',
      additional_image_link: ['https://x.example/a.jpg', 'https://x.example/b.jpg'],
      product_detail: { section_name: 'General', attribute_name: 'Doors', attribute_value: '2' },
    },
  })
})

test('Atom: uses Google’s id rather than the entry’s, and the link’s href', async () => {
  const rows = await read(`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:shop="http://base.google.com/ns/1.0">
    <entry><id>tag:shop.example,2026:1</id><title>Plain</title><shop:title>Better</shop:title>
    <link href="https://shop.example/1"/><shop:id>SKU-1</shop:id></entry></feed>`)
  expect(rows[0]?.fields).toEqual({ id: 'SKU-1', title: 'Better', link: 'https://shop.example/1' })
})

test('the usual prefix works undeclared, and another prefix works declared', async () => {
  expect((await read(rss('<item><g:id>1</g:id></item>', '')))[0]?.fields).toEqual({ id: '1' })
  const other = 'xmlns:m="http://base.google.com/ns/1.0"'
  expect((await read(rss('<item><m:id>1</m:id></item>', other)))[0]?.fields).toEqual({ id: '1' })
})

test('an error inside an item rejects only that item', async () => {
  const rows = await read(rss('<item><g:id>1 &wrong; 2</g:id></item>\n<item><g:id>3</g:id></item>'))
  expect(rows).toEqual([
    { line: 4, error: expect.stringContaining('is not well-formed XML at line 4') },
    { line: 5, fields: { id: '3' } },
  ])
})

test('a bare ampersand is literal, in CDATA and text, wherever chunks end', async () => {
  const items =
    '<item><g:id>R&D & co</g:id><title><![CDATA[R&D &amp; <b>co</b>]]></title><g:mpn>&amp;&#38;&</g:mpn></item>'
  for (let size = 1; size < 30; size++) {
    expect((await read(rss(items), size))[0]?.fields).toEqual({
      id: 'R&D & co',
      title: 'R&D &amp; <b>co</b>',
      mpn: '&&&',
    })
  }
})

test('a truncated file is rejected', async () => {
  await expect(read(rss('<item><g:id>1</g:id></item><item><g:id>2</g:id>').slice(0, -30))).rejects.toThrow('cut off')
  await expect(read(rss('<item><g:id>1</g:id></item>').slice(0, -8))).rejects.toThrow('not well-formed')
})

test('a page that is not a feed says so', async () => {
  await expect(read('<html><body><p>Not found</p></body></html>')).rejects.toThrow('not a product feed')
})

test('entities declared in the file are not expanded', async () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>${rss('<item><g:id>&a;&b;</g:id></item>').replace(/^.*\n/, '')}`
  const rows = await read(bomb)
  expect(rows[0]).toMatchObject({ error: expect.stringContaining('undefined entity') })
})
