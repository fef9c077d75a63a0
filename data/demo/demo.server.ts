import type { Demo } from '../../src/composition/demo.server.ts'
import { openDemoPictures } from './pictures.server.ts'
import { seedDemoData } from './seed.server.ts'
import { saleBannerAt } from './shop/sale-banners.ts'

/** The demonstration, as a start outside production loads it. */
const pictures = openDemoPictures()
export const demo: Demo = {
  seed: (deps) => seedDemoData(deps, pictures),
  files: pictures.files,
  bannerAt: saleBannerAt,
}
