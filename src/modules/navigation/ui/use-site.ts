import { useRouteLoaderData } from 'react-router'
import { unpack, type Packed } from '../../../platform/packed.ts'
import type { Site } from '../site.ts'

/** The site as the root's loader gave it; undefined on a page whose loaders failed. */
export function useSite(): Site | undefined {
  const packed = useRouteLoaderData<Packed<Site>>('root')
  return packed === undefined ? undefined : unpack(packed)
}
