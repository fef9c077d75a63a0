import { expect, test } from 'vitest'
import { withPictures } from './shown-pictures.ts'

const upload = '/media/files/0123456789abcdef0123456789abcdef.jpg'
const shown = '/media/pictures/0123456789abcdef0123456789abcdef/300x200-e8e4dc-aB3_-cD4eF5/320'
const addressOf = (address: string) => (address === upload ? shown : null)

test('addresses are replaced wherever they stand; everything else is the same object', () => {
  const startsAt = new Date(0)
  const same = { list: ['a', 1, null], startsAt }
  const value = { src: upload, parts: [{ image: { src: upload } }], same, other: upload.replace('.jpg', '.pdf') }
  const copy = withPictures(value, addressOf)
  expect(copy).toEqual({ ...value, src: shown, parts: [{ image: { src: shown } }] })
  expect(copy.same).toBe(same)
  expect(withPictures(same, addressOf)).toBe(same)
})

test('a picture within HTML gets its sizes', () => {
  const html = `x src="${upload}" alt="A lamp" and ${upload}`
  const of = (width: number) => `${shown.replace(/320$/, String(width))} ${Math.min(width, 300)}w`
  expect(withPictures(html, addressOf)).toBe(
    `x src="${shown}" srcset="${of(160)},${of(240)},${of(320)}" sizes="(max-width: 300px) 100vw, 300px" alt="A lamp" and ${upload}`,
  )
})

test('an upload that is not known stays as it is', () => {
  const unknown = upload.replace('0123', '9999')
  expect(withPictures({ src: unknown, html: `src="${unknown}"` }, addressOf)).toEqual({
    src: unknown,
    html: `src="${unknown}"`,
  })
})

test('a picture on another host is replaced where it is one: in HTML, and as the source of an image', () => {
  const foreign = 'https://img.example/a.jpg?w=1&h=2'
  const placed = (address: string) => (address === foreign ? shown : address.startsWith('http') ? '/none.svg' : null)
  const html = `<a href="https://img.example/b.jpg"><img src="https://img.example/a.jpg?w=1&amp;h=2" alt=""></a>`
  expect(withPictures(html, placed)).toContain(`<a href="https://img.example/b.jpg"><img src="${shown}" srcset=`)
  expect(withPictures('<img src="http://img.example/c.jpg" alt="">', placed)).toBe('<img src="/none.svg" alt="">')
  const value = {
    url: foreign,
    video: [{ src: foreign, format: 'mp4' }],
    image: { src: foreign, srcMobile: 'https://img.example/m.png' },
  }
  expect(withPictures(value, placed)).toEqual({ ...value, image: { src: shown, srcMobile: '/none.svg' } })
})

test('a picture of the demonstration is one of ours', () => {
  expect(withPictures('/media/demo/room-kitchen-wide.avif', () => shown)).toBe(shown)
  expect(withPictures('/media/demo-sales/a-wide.svg', () => shown)).toBe('/media/demo-sales/a-wide.svg')
})
