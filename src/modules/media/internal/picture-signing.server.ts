import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import {
  pictureAddress,
  pictureOfWidth,
  signedPartOf,
  type PictureFacts,
  type PictureRequest,
} from '../../../platform/files/picture-address.ts'

/** Signatures of picture addresses: 66 bits of an HMAC, with a key of their own derived from SECRET_KEY. */
export interface PictureSigning {
  /** Where a picture is served, 640 pixels wide where it has them; a page asks for other widths by srcset. */
  addressOf(facts: PictureFacts): string
  isSigned(request: PictureRequest): boolean
}

export function createPictureSigning(secretKey: string): PictureSigning {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'picture addresses', 32))
  const sign = (facts: PictureFacts) =>
    createHmac('sha256', key).update(signedPartOf(facts)).digest('base64url').slice(0, 11)
  return {
    addressOf: (facts) => pictureOfWidth(pictureAddress(facts, sign(facts), 160), 640),
    isSigned: (request) => timingSafeEqual(Buffer.from(request.signature), Buffer.from(sign(request))),
  }
}
