import { expect, test } from 'vitest'
import { productRecord, type ProductRecordInput } from './product-record.ts'

const plain: ProductRecordInput = {
  sku: 'A-1',
  title: 'A lamp',
  brand: 'Acme',
  categoryUri: 'lighting/lamps',
  offers: [{ app: 'aol', price: 100 }],
}

const imagesOf = (url: string) => productRecord.safeParse({ ...plain, images: [{ url }] })

test('the address of a picture stays as the feed has it', () => {
  expect(imagesOf('http://images.example/a.jpg').data?.images[0]?.url).toBe('http://images.example/a.jpg')
  expect(imagesOf('https://images.example/a.jpg').data?.images[0]?.url).toBe('https://images.example/a.jpg')
  expect(imagesOf('/media/a.svg').data?.images[0]?.url).toBe('/media/a.svg')
})
