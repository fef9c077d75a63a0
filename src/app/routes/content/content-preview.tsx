import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { data } from 'react-router'
import type { Route } from './+types/content-preview.ts'
import { BlogPostPage } from '../../../modules/content/ui/blog-page.tsx'
import { StaticPage } from '../../../modules/content/ui/static-page.tsx'
import type { Previewed } from '../../../modules/content/previews.server.ts'
import { ContentPage } from '../../../modules/navigation/ui/content-page.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { contentPageData } from './content-page.server.ts'
import { headersOfLoader } from '../../head/page-headers.ts'

const privately = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }

/** A draft as the shop will show it, for holders of a back office link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const entry = await shop.services.content.previews.open(shop.brand.app, params.token)
  if (entry === null) throw data(null, { status: 404 })
  const page =
    entry.kind === 'page' ? deserialize((await contentPageData(shop, entry.document, '/')).data).content : null
  const post = entry.kind === 'post' ? { slug: entry.slug, ...entry.document } : null
  return data(serialize({ page, post, text: textOf(entry) }), { headers: privately })
}

/** Content without a page of its own, as text. */
function textOf(entry: Previewed): { readonly heading: string; readonly body: string } | null {
  if (entry.kind === 'static') return entry.document
  if (entry.kind === 'alert') return { heading: 'Alert banner', body: entry.document.desktopContent }
  if (entry.kind !== 'footer') return null
  const { columns, legal } = entry.document
  const links = renderToStaticMarkup(
    columns.map(({ heading, links: own }) => (
      <Fragment key={heading}>
        <h2>{heading}</h2>
        <ul>
          {own.map(({ title, uri }) => (
            <li key={title}>
              <a href={uri}>{title}</a>
            </li>
          ))}
        </ul>
      </Fragment>
    )),
  )
  return { heading: 'Footer', body: `${links}${legal}` }
}

export const headers = headersOfLoader

export const meta = () => [{ title: 'Preview' }, { name: 'robots', content: 'noindex' }]

export default function ContentPreview({ loaderData }: Route.ComponentProps) {
  const { page, post, text } = deserialize(loaderData)
  return (
    <>
      <div className="page">
        <Notice kind="info">
          This is a preview of the saved version. The shop shows it once it is published and its start time has passed.
        </Notice>
      </div>
      {page !== null && <ContentPage {...page} />}
      {post !== null && <BlogPostPage post={post} more={[]} />}
      {text !== null && <StaticPage {...text} />}
    </>
  )
}
