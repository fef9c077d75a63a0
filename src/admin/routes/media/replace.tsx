import { data, redirect, useActionData, type ActionFunctionArgs, type MiddlewareFunction } from 'react-router'
import { noPage } from '../../access.server.ts'
import { sentFiles } from '../../uploads.server.ts'
import { FilePage } from '../../ui/media/file-page.tsx'
import { recordView } from '../records/record-view.server.ts'
import { fileView } from './file-view.server.ts'
import { filePath, fileProblemText, libraryToAddTo } from './upload-files.server.ts'

/** There is nothing to look at but the file. */
export const middleware: MiddlewareFunction[] = [
  async ({ context, params, request }) => {
    await libraryToAddTo(context)
    if (request.method !== 'POST') throw redirect(filePath(params['key'] ?? ''), 303)
  },
]

export const loader = () => null

/** Gives the address of a file another one; everything that names it follows. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { resource, member, services } = await libraryToAddTo(context)
  const key = params['key'] ?? ''
  const refuse = async (message: string, status: 400 | 409) => {
    const form = { form: new URLSearchParams(), action: 'replace', errors: [], conflict: null }
    const record = await recordView({ member, services }, resource, key, { form, done: null })
    return data({ record, file: await fileView(context, key), error: message }, { status })
  }
  const sent = await sentFiles(request)
  if ('error' in sent) return refuse(sent.error, 400)
  const [file] = sent.files
  if (file === undefined || sent.files.length > 1) return refuse('Please choose one file.', 400)
  const read = await services.readFile(Buffer.from(await file.arrayBuffer()), { name: file.name, declared: file.type })
  if (!read.ok) return refuse(read.problem, 400)
  const version = String(sent.form.get('version') ?? '')
  const replaced = await services.library.replace(member, key, { file: read.value, name: file.name, version })
  if (replaced.ok) return redirect(`${filePath(key)}?done=save`, 303)
  const { problem } = replaced
  if (typeof problem !== 'string' && problem.code === 'not_found') throw noPage()
  const isConflict = typeof problem !== 'string' && problem.code === 'changed_meanwhile'
  return refuse(fileProblemText(problem), isConflict ? 409 : 400)
}

export default function Replace() {
  const sent = useActionData<typeof action>()
  return sent === undefined ? null : <FilePage {...sent} />
}
