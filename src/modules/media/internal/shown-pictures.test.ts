import { expect, test } from 'vitest'
import { withPictures } from './shown-pictures.ts'

const upload = '/media/files/0123456789abcdef0123456789abcdef.jpg'
const shown = '/media/pictures/0123456789abcdef0123456789abcdef/300x200-e8e4dc-aB3_-cD4eF5/320'
const find = (address: string) => (address === upload ? { address: shown, alt: 'A "lamp"' } : null)

test('addresses are replaced wherever they stand; everything else is the same object', () => {
  const startsAt = new Date(0)
  const same = { list: ['a', 1, null], startsAt }
  const value = { src: upload, parts: [{ image: { src: upload } }], same, other: upload.replace('.jpg', '.pdf') }
  const copy = withPictures(value, find)
  expect(copy).toEqual({ ...value, src: shown, parts: [{ image: { src: shown } }] })
  expect(copy.same).toBe(same)
  expect(withPictures(same, find)).toBe(same)
})

test('a picture within HTML gets its sizes', () => {
  const html = `x src="${upload}" alt="A lamp" and ${upload}`
  const of = (width: number) => `${shown.replace(/320$/, String(width))} ${Math.min(width, 300)}w`
  expect(withPictures(html, find)).toBe(
    `x src="${shown}" srcset="${of(160)},${of(240)},${of(320)}" sizes="(max-width: 300px) 100vw, 300px" alt="A lamp" and ${upload}`,
  )
})

test('an upload that is not known stays as it is', () => {
  const unknown = upload.replace('0123', '9999')
  expect(withPictures({ src: unknown, html: `src="${unknown}"` }, find)).toEqual({
    src: unknown,
    html: `src="${unknown}"`,
  })
})

test('a picture on another host is replaced where it is one: in HTML, and as the source of an image', () => {
  const foreign = 'https://img.example/a.jpg?w=1&h=2'
  const placed = (address: string) => {
    if (address === foreign) return { address: shown, alt: '' }
    return address.startsWith('http') ? { address: '/none.svg', alt: '' } : null
  }
  const html = `<a href="https://img.example/b.jpg"><img src="https://img.example/a.jpg?w=1&amp;h=2" alt=""></a>`
  expect(withPictures(html, placed)).toContain(`<a href="https://img.example/b.jpg"><img src="${shown}" alt="" srcset=`)
  expect(withPictures('<img src="http://img.example/c.jpg" alt="">', placed)).toBe('<img src="/none.svg" alt="">')
  const value = {
    url: foreign,
    video: [{ src: foreign, format: 'mp4' }],
    image: { src: foreign, srcMobile: 'https://img.example/m.png' },
  }
  expect(withPictures(value, placed)).toEqual({ ...value, image: { src: shown, srcMobile: '/none.svg' } })
})

test('a picture of the demonstration is one of ours', () => {
  expect(withPictures('/media/demo/room-kitchen-wide.avif', () => ({ address: shown, alt: '' }))).toBe(shown)
  expect(withPictures('/media/demo-sales/a-wide.svg', () => ({ address: shown, alt: '' }))).toBe(
    '/media/demo-sales/a-wide.svg',
  )
})

test('an empty alt text becomes the default of the picture, also within HTML; a text of the record stays', () => {
  const named = { src: upload, alt: '' }
  expect(withPictures({ named, own: { src: upload, alt: 'Own' } }, find)).toEqual({
    named: { src: shown, alt: 'A "lamp"' },
    own: { src: shown, alt: 'Own' },
  })
  expect(withPictures(`<img src="${upload}" alt="" loading="lazy" />`, find)).toContain(
    `src="${shown}" alt="A &quot;lamp&quot;" srcset=`,
  )
})
