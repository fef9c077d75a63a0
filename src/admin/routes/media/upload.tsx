import {
  data,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
} from 'react-router'
import { maxFilesAtOnce, sentFiles, uploadLimits } from '../../uploads.server.ts'
import { UploadFilesPage } from '../../ui/media/upload-files-page.tsx'
import { libraryToAddTo, storeUploads } from './upload-files.server.ts'

/** A script sends one file at a time and asks for JSON. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, request }, next) => {
    if (request.method !== 'POST' || request.headers.get('accept') !== 'application/json') return next()
    const listed = await libraryToAddTo(context)
    const sent = await sentFiles(request)
    if ('error' in sent) return Response.json({ error: sent.error }, { status: 400 })
    return Response.json({ files: await storeUploads(listed, sent.files) })
  },
]

export async function loader({ context }: LoaderFunctionArgs) {
  await libraryToAddTo(context)
  return { limits: { ...uploadLimits, maxFiles: maxFilesAtOnce } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const listed = await libraryToAddTo(context)
  const sent = await sentFiles(request)
  if ('error' in sent) return data({ error: sent.error, results: [] }, { status: 400 })
  const results = await storeUploads(listed, sent.files)
  return data({ error: null, results }, { status: results.every(({ problem }) => problem !== null) ? 400 : 200 })
}

export default function Upload() {
  return <UploadFilesPage {...useLoaderData<typeof loader>()} sent={useActionData<typeof action>() ?? null} />
}
