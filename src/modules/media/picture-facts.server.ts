import { sql, type RawBuilder } from 'kysely'
import type { PictureFacts } from '../../platform/files/picture-address.ts'

/** What statements of other modules select of the table `media`, as `m`, to show a picture. */

/** For `addressOf`; null for a document. */
export const pictureFacts: RawBuilder<PictureFacts | null> = sql`case when m.width is null then null
  else jsonb_build_object('hash', m.hash, 'width', coalesce(m.crop_width, m.width), 'height', coalesce(m.crop_height, m.height),
      'colour', m.colour)
    || case when m.crop_left is null then '{}' else jsonb_build_object('crop', jsonb_build_object('left', m.crop_left, 'top', m.crop_top)) end
    || case when m.focus_x is null then '{}' else jsonb_build_object('focus', jsonb_build_object('x', m.focus_x, 'y', m.focus_y)) end end`
