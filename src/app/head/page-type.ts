import type { PageType } from '../../platform/page-types.ts'

/** The page's type as a line of its head. */
export const pageTypeMeta = (type: PageType) => ({ name: 'page-type', content: type })
