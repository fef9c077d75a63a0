import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { changeableList, recordPath, sentForm } from '../../access.server.ts'
import { AssignPage } from '../../ui/media/assign-page.tsx'
import { filePath } from './upload-files.server.ts'

const assignmentFor = (context: LoaderFunctionArgs['context']) => changeableList(context, 'products', 'assign pictures')

export async function loader({ context }: LoaderFunctionArgs) {
  const { services } = await assignmentFor(context)
  const { assigned, unknown } = await services.pictureAssignment.preview()
  const { thumbnail } = services.library
  return {
    assigned: assigned.map(({ file, product }) => ({
      key: file.key,
      fileName: file.fileName,
      fileHref: filePath(file.key),
      thumbnail: thumbnail(file.address),
      product: product.title,
      sku: product.sku,
      productHref: recordPath('products', String(product.id)),
      place: product.place,
    })),
    unknown: unknown.map(({ key, fileName, address }) => ({
      key,
      fileName,
      fileHref: filePath(key),
      thumbnail: thumbnail(address),
    })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { member, services } = await assignmentFor(context)
  const form = await sentForm(request)
  return services.pictureAssignment.assign(member, new Set(form.getAll('file')))
}

export default function Assign() {
  return <AssignPage {...useLoaderData<typeof loader>()} done={useActionData<typeof action>() ?? null} />
}
