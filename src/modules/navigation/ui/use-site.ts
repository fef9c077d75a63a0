import { useRouteLoaderData } from 'react-router'
import { unpack, type Serialized } from '../../../platform/serialized.ts'
import type { Site } from '../site.ts'

/** The site as the root's loader gave it; undefined on a page whose loaders failed. */
export function useSite(): Site | undefined {
  const serialized = useRouteLoaderData<Serialized<Site>>('root')
  return serialized === undefined ? undefined : unpack(serialized)
}
