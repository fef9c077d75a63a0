import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { createFileCache } from '../../platform/files/file-cache.server.ts'
import { createMedia } from '../media/media.server.ts'
import { createSocialPictures, maxSocialBytes } from '../media/social-picture.server.ts'
import { answerOnNode, type PipelineEnv } from '../pipeline.server.ts'
import type { ShopHostDeps } from './shop-host-deps.server.ts'

/** Product pictures, uploaded files and the pictures that social networks show with a link. */
export function createMediaRoutes(deps: ShopHostDeps): (app: Hono<PipelineEnv>) => void {
  const { config, services, log, demoBanner } = deps
  const { catalogue } = services
  const media = createMedia({ catalogue, media: services.media, demoBanner })
  const socialPictures = createSocialPictures({
    catalogue,
    media: services.media,
    files: createFileCache({ folder: join(config.DATA_DIR, 'social-pictures'), maxBytes: maxSocialBytes, log }),
  })
  return (app) => {
    const social = (c: Context<PipelineEnv>) => {
      c.set('route', 'media')
      const brand = services.site.effectiveBrand(deps.brandFor(c.env.incoming).app)
      return answerOnNode(c, (incoming, outgoing) => socialPictures(incoming, outgoing, brand))
    }
    app.all('/media/social.png', social).all('/media/social/*', social)
    app.all('/media/*', (c) => {
      c.set('route', 'media')
      return answerOnNode(c, media)
    })
  }
}
