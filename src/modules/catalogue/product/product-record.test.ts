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

const upload = (ending: string) => `/media/files/${'a'.repeat(32)}.${ending}`
const problemOf = (more: Partial<ProductRecordInput>) => {
  const [issue] = productRecord.safeParse({ ...plain, ...more }).error?.issues ?? []
  return issue === undefined ? null : `${issue.path.join('.')} ${issue.message}`
}

test('a video is a file of the shop or one to fetch, with captions and a picture where there are some', () => {
  const video = { src: upload('mp4'), title: 'The doors', captions: upload('vtt'), poster: upload('jpg') }
  const elsewhere = { src: 'http://films.example/doors?id=7', title: 'The doors' }
  const videos = [video, elsewhere, { provider: 'vimeo' as const, id: '7' }]
  expect(productRecord.parse({ ...plain, videos }).videos).toEqual([
    video,
    { ...elsewhere, src: 'https://films.example/doors?id=7', captions: null, poster: null },
    { provider: 'vimeo', id: '7' },
  ])
})

test.each([
  [
    { videos: [{ src: 'https://www.youtube.com/watch?v=abc', title: 'A' }] },
    'videos.0.src must be the address of an MP4 or WebM file itself, not of a page with a player',
  ],
  [
    { videos: [{ src: upload('pdf'), title: 'A' }] },
    'videos.0.src must be the address of an MP4 or WebM file: https://…, or of an upload, /media/files/…',
  ],
  [
    { videos: [{ src: upload('webm'), title: 'A', captions: 'javascript:alert(1)' }] },
    'videos.0.captions must be the address of a WebVTT file: https://…, or of an upload, /media/files/…',
  ],
  [{ videos: [{ src: upload('webm'), title: ' ' }] }, 'videos.0.title is missing'],
  [{ model3d: upload('mp4') }, 'model3d must be the address of a GLB file: https://…, or of an upload, /media/files/…'],
  [{ model3d: upload('glb') }, null],
  [{ model3d: '/media/demo/A-1.glb' }, null],
])('%j: %s', (more, problem) => {
  expect(problemOf(more)).toBe(problem)
})
