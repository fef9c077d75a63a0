import { expect, test } from 'vitest'
import { formatFor } from './media.ts'

test.each([
  ['image/avif,image/webp,image/png,*/*;q=0.8', 'avif'],
  ['image/webp,*/*', 'webp'],
  ['image/avif;q=0, image/WebP;q=0.5', 'webp'],
  ['image/avif;q=0.0,*/*', 'jpg'],
  ['image/*', 'jpg'],
  ['', 'jpg'],
])('a browser that accepts %s gets %s', (accept, format) => {
  expect(formatFor(accept)).toBe(format)
})
