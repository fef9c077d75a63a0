import { useRouteLoaderData } from 'react-router'
import { deserialize, type Serialized } from '../../../platform/serialized.ts'
import type { Site } from '../site.ts'

/** The site from the root's loader; undefined on a page whose loaders failed. */
export function useSite(): Site | undefined {
  const serialized = useRouteLoaderData<Serialized<Site>>('root')
  return serialized === undefined ? undefined : deserialize(serialized)
}
