import { expect, test } from 'vitest'
import { galleryOf, photosOf, shownPictures } from './gallery.ts'

const address = (colour: string, width: number) =>
  `/media/pictures/0123456789abcdef0123456789abcdef/1200x900-${colour}-AAAAAAAAAAA/${width}`
const video = { src: '/media/files/a.mp4', title: 'How the doors open', poster: null, captions: null }

test('photos are first, then videos, and the dimension drawing is last', () => {
  const view = { title: 'Fridge', pictures: [{ url: '/1', alt: 'Front' }], videos: [video], dimensions: '/d.svg' }
  expect(galleryOf(view)).toEqual([
    { url: '/1', alt: 'Front' },
    { ...video, url: video.src, alt: video.title, isOpaque: true },
    { url: '/d.svg', alt: 'Measurements of Fridge', isDrawing: true },
  ])
  expect(galleryOf({ ...view, videos: [], dimensions: null })).toEqual(view.pictures)
  expect(photosOf(galleryOf(view))).toEqual(view.pictures)
})

test('each photo has an alt text of its own', () => {
  const alts = (...given: string[]) =>
    shownPictures(
      given.map((alt) => ({ url: '/x', alt })),
      'Oven',
    ).map(({ alt }) => alt)
  expect(alts('Oven, door open', 'Oven in a kitchen')).toEqual(['Oven, door open', 'Oven in a kitchen'])
  expect(alts('', 'Oven, door open', '')).toEqual(['Oven, picture 1 of 3', 'Oven, door open', 'Oven, picture 3 of 3'])
  expect(alts('')).toEqual(['Oven'])
})

test('a photo is linked in its largest size, and known to have a background where it has no transparent parts', () => {
  expect(
    shownPictures(
      [address('0000', 640), address('c08040', 640), 'https://x.example/a.jpg'].map((url) => ({ url, alt: url })),
      'Oven',
    ),
  ).toEqual([
    { url: address('0000', 1_200), alt: address('0000', 640), size: [1_200, 900] },
    { url: address('c08040', 1_200), alt: address('c08040', 640), size: [1_200, 900], isOpaque: true },
    { url: 'https://x.example/a.jpg', alt: 'https://x.example/a.jpg' },
  ])
})
