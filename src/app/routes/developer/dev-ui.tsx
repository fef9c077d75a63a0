import { data } from 'react-router'
import type { Route } from './+types/dev-ui.ts'
import { ProductSkeleton } from '../../../modules/catalogue/ui/product-skeleton.tsx'
import { CalendarSkeleton } from '../../../modules/delivery/ui/calendar-skeleton.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import {
  AccordionStates,
  BackToTopStates,
  FieldStates,
  HeadingStates,
  IconStates,
  ListStates,
  MessageStates,
  PageTabsStates,
  PaginationStates,
  PictureStates,
  SkeletonStates,
  SpinnerStates,
  TextStates,
} from '../../../ui/gallery/block-states.tsx'
import { Gallery, State, type GalleryPage } from '../../../ui/gallery/gallery.tsx'
import { ModalStates } from '../../../ui/gallery/modal-states.tsx'
import { headersOfLoader } from '../../head/page-headers.ts'

/** The gallery of building blocks: one page each, in the brand of the host. */
const pages: readonly GalleryPage[] = [
  { name: 'modal', title: 'Modal', states: ModalStates },
  { name: 'message', title: 'Messages', states: MessageStates },
  { name: 'accordion', title: 'Accordion', states: AccordionStates },
  { name: 'page-tabs', title: 'Page tabs', states: PageTabsStates },
  { name: 'pagination', title: 'Pagination', states: PaginationStates },
  { name: 'list', title: 'List', states: ListStates },
  { name: 'heading', title: 'Heading', states: HeadingStates },
  { name: 'spinner', title: 'Spinner', states: SpinnerStates },
  {
    name: 'skeleton',
    title: 'Skeletons',
    states: () => (
      <>
        <SkeletonStates />
        <State title="Product page">
          <ProductSkeleton />
        </State>
        <State title="Delivery calendar">
          <CalendarSkeleton />
        </State>
      </>
    ),
  },
  { name: 'back-to-top', title: 'Back to top', states: BackToTopStates },
  { name: 'picture', title: 'Pictures', states: PictureStates },
  { name: 'text', title: 'Text', states: TextStates },
  { name: 'field', title: 'Fields', states: FieldStates },
  { name: 'icon', title: 'Icons', states: IconStates },
]

export function loader({ context, params }: Route.LoaderArgs) {
  const isKnown = params.block === undefined || pages.some((page) => page.name === params.block)
  if (!context.get(requestContext).services.site.showsGallery || !isKnown) throw data(null, { status: 404 })
  return data(null, { headers: { 'cache-control': 'no-store' } })
}

export const headers = headersOfLoader

export const meta = ({ params }: Route.MetaArgs) => [
  { title: `${pages.find((page) => page.name === params.block)?.title ?? 'Building blocks'} · Gallery` },
  { name: 'robots', content: 'noindex' },
]

export default function DevUi({ params }: Route.ComponentProps) {
  return <Gallery pages={pages} current={pages.find((page) => page.name === params.block) ?? null} />
}
