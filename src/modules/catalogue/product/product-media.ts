import { z } from 'zod'

/**
 * A product's videos and 3D model as records name them: files of the shop's own, uploaded or on another host, from where they are
 * fetched and kept like pictures. Visitors' browsers load them from the shop alone, as its content policy demands, so the address of a page
 * with somebody else's player cannot be played.
 */

/** Pages load files from the shop, which fetches those on other hosts. */
export const webAddress = z.string().trim().min(1).max(2_000)

const playerHosts = /^https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be|youtube-nocookie\.com|vimeo\.com)(?:[/?#]|$)/i

const fileAddress = (endings: string, what: string) => {
  const own = new RegExp(String.raw`^/media/(?:files|demo)/[\w.-]{1,100}\.(?:${endings})$`)
  return webAddress
    .refine((url) => /^https?:\/\/[^\s/]/i.test(url) || own.test(url), {
      error: `must be the address of ${what}: https://…, or of an upload, /media/files/…`,
    })
    .refine((url) => !playerHosts.test(url), {
      error: `must be the address of ${what} itself, not of a page with a player`,
    })
}

/** For a player of others that the app's settings load (`VideoPlayerScriptUrl`); the shop's own pages show no such video. */
const playerVideo = z.object({
  provider: z.enum(['youtube', 'vimeo']),
  id: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[\w-]+$/, 'must be the id of a video'),
})

const fileVideo = z.object({
  src: fileAddress('mp4|webm', 'an MP4 or WebM file'),
  title: z.string().trim().min(1, 'is missing').max(120, 'is longer than 120 characters'),
  /** Shown until the video is played; without one there is a plain ground. */
  poster: webAddress.nullable().default(null),
  captions: fileAddress('vtt', 'a WebVTT file').nullable().default(null),
})

export const productVideos = z.array(z.union([fileVideo, playerVideo])).max(10)
export type RecordVideo = z.infer<typeof productVideos>[number]

export const modelAddress = fileAddress('glb', 'a GLB file')

/** A video that the shop plays. */
export type ProductVideo = {
  readonly src: string
  readonly title: string
  readonly poster: string | null
  readonly captions: string | null
}
