import type { Illustrator } from '../../../src/modules/catalogue/product/pictures.server.ts'
import { saleBannerAt } from '../shop/sale-banners.ts'
import { dimensionDrawing, drawing } from './drawing.ts'
import { showroomDrawing } from './showroom.ts'

/** The pictures of the demonstration, which has no photos. */
export const demoIllustrator: Illustrator = {
  product: drawing,
  dimensions: dimensionDrawing,
  at: (path) => (path === '/media/showroom.svg' ? showroomDrawing : saleBannerAt(path)),
}
