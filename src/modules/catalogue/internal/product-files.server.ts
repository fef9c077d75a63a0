import { sql } from 'kysely'
import { pictureFacts } from '../../media/picture-facts.server.ts'
import type { Reader } from '../../../platform/database/database.server.ts'
import type { PictureFacts } from '../../../platform/files/picture-address.ts'
import type { ProductDetail } from '../catalogue.ts'
import type { RecordVideo } from '../product/product-media.ts'

/** Where a product's videos and 3D model are served by the shop. */

type Kind = 'glb' | 'mp4' | 'webm' | 'vtt'
type StoredFile = { readonly hash: string; readonly kind: string; readonly picture: PictureFacts | null }

/** What a row of `product` says of them. */
export type ProductFiles = { readonly videos: readonly RecordVideo[]; readonly modelUrl: string | null }

export async function servedFiles(
  db: Reader,
  { videos, modelUrl }: ProductFiles,
  addressOf: (picture: PictureFacts) => string,
): Promise<Pick<ProductDetail, 'videos' | 'playerVideos' | 'model'>> {
  const files = videos.filter((video) => 'src' in video)
  const named = [modelUrl, ...files.flatMap(({ src, poster, captions }) => [src, poster, captions])]
  const stored = await storedFiles(
    db,
    named.filter((one) => one !== null),
  )
  const served = (address: string | null, kinds: readonly Kind[]): string | null => {
    if (address === null || isUpload(address)) return address
    const file = stored.get(address)
    return file !== undefined && (kinds as readonly string[]).includes(file.kind)
      ? `/media/files/${file.hash}.${file.kind}`
      : null
  }
  return {
    videos: files.flatMap((video) => {
      const src = served(video.src, ['mp4', 'webm'])
      if (src === null) return []
      const picture = stored.get(video.poster ?? '')?.picture ?? null
      return {
        src,
        title: video.title,
        // What is on another host and has not been fetched is not shown.
        poster: picture !== null ? addressOf(picture) : video.poster?.startsWith('/') ? video.poster : null,
        captions: served(video.captions, ['vtt']),
      }
    }),
    playerVideos: videos.flatMap((video) => ('provider' in video ? { provider: video.provider, id: video.id } : [])),
    model: served(modelUrl, ['glb']),
  }
}

const isUpload = (address: string): boolean => address.startsWith('/media/files/')

async function storedFiles(db: Reader, addresses: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<StoredFile & { readonly address: string }>`
    select m.address, m.hash, m.kind, ${pictureFacts} as picture from media m
    where m.address = any(${[...addresses]}::text[])`.execute(db)
  return new Map(rows.map(({ address, ...file }) => [address, file]))
}
