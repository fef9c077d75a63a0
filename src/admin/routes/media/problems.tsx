import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { can } from '../../../modules/identity/policy.ts'
import { countText, timeText } from '../../../modules/admin/shown-values.ts'
import { zoneOf } from '../../../modules/admin/record-marks.server.ts'
import { changeableList, listFor, recordPath } from '../../access.server.ts'
import { PictureProblemsPage } from '../../ui/media/picture-problems-page.tsx'

const failed = new URLSearchParams({ problem: 'yes' })
const without = new URLSearchParams({ pictures: 'none', status: 'live' })
const shown = 20

/** Broken and missing pictures: the first of each kind, with a link to all of them. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { member, services, resource } = await listFor(context, 'picture-sources')
  const products = (await listFor(context, 'products')).resource
  const timeZone = zoneOf(resource, member, {})
  const time = (value: unknown) => (typeof value === 'string' ? timeText(value, timeZone) : '–')
  const [sources, bare, missing] = await Promise.all([
    services.admin.list(resource, failed),
    services.admin.list(products, without),
    services.missingFiles(),
  ])
  return {
    isRetried: new URL(request.url).searchParams.get('done') === 'retry',
    canRetry: can(member.principal, resource.change),
    sources: {
      count: countText(sources.count),
      href: `/office/picture-sources?${String(failed)}`,
      rows: sources.records
        .slice(0, shown)
        .map(({ key, values }) => [
          { text: String(values['address']), href: recordPath('picture-sources', key) },
          String(values['problem'] ?? ''),
          String(values['attempts']),
          time(values['checkedAt']),
          time(values['nextAt']),
        ]),
    },
    products: {
      count: countText(bare.count),
      href: `/office/products?${String(without)}`,
      rows: bare.records
        .slice(0, shown)
        .map(({ key, values }) => [
          { text: String(values['title']), href: recordPath('products', key) },
          String(values['sku']),
        ]),
    },
    missing: {
      count: countText(missing.length),
      rows: missing.map(({ what, name, href, address }) => [
        what,
        href === null ? name : { text: name, href },
        address,
      ]),
    },
  }
}

/** Every source with a problem is tried again. */
export async function action({ context }: ActionFunctionArgs) {
  const { member, services } = await changeableList(context, 'picture-sources', 'have files fetched')
  await services.retryPictures(member)
  return redirect('/office/media/problems?done=retry', 303)
}

export default function Problems() {
  return <PictureProblemsPage {...useLoaderData<typeof loader>()} />
}
