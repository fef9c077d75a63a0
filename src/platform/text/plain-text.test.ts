import { toPlainText } from '@react-email/render'
import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('a mail as plain text has its words and links, without formatting', () => {
  const html =
    '<html><head><title>Not shown</title></head><body><h1>Your order</h1><p>One  fridge</p><img src="/x.png" alt="Fridge"/>' +
    '<p><a href="https://shop.example/order/1">See your order</a></p></body></html>'
  expect(plainText(html)).toBe('YOUR ORDER\n\nOne fridge\n\nSee your order https://shop.example/order/1')
  expect(plainText(html)).toBe(toPlainText(html))
})
