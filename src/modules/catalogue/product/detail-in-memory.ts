import type { ProductDetail, ProductSummary } from '../catalogue.ts'

/** What the page of a product shows while its details cannot be read: all that lists know of it, and a sentence in place of the rest. */
export function detailInMemory({ picture, secondPicture, facts, supersededBy }: ProductSummary): ProductDetail {
  const pictures = secondPicture === undefined ? [picture] : [picture, secondPicture]
  return {
    gtin: null,
    shortDescription: facts.join(', '),
    description: awayText,
    features: [],
    attributes: {},
    images: pictures.map((url) => ({ url, alt: '', defaultAlt: {} })),
    documents: [],
    variant: null,
    supersededBy,
    videos: [],
    playerVideos: [],
    model: null,
    relatedSkus: [],
    ratingsByStars: null,
  }
}

const awayText = 'We can’t show everything about this product right now. Please reload the page in a minute.'
