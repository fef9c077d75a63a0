import { Link } from 'react-router'
import { DoneNotice, ErrorList } from '../controls/notice.tsx'
import page from '../layout/page.module.css'
import { PageTitle } from '../layout/page-title.tsx'
import { UploadArea, UploadOutcomes } from './upload-area.tsx'
import type { UploadLimits, UploadResult } from './upload-result.ts'

export function UploadFilesPage({
  limits,
  sent,
}: {
  limits: UploadLimits
  /** What became of a form that was sent without script. */
  sent: { readonly error: string | null; readonly results: readonly UploadResult[] } | null
}) {
  const refused = sent?.results.filter(({ problem }) => problem !== null).length ?? 0
  const stored = (sent?.results.length ?? 0) - refused
  return (
    <>
      <PageTitle>Upload files</PageTitle>
      <p className={page['trail']}>
        <Link to="/office/media">Media library</Link>
        <Link to="/office/media/assign">Assign to products by file name</Link>
      </p>
      <p className={page['about']}>
        Pictures that are named like a SKU, such as FR-100.jpg or FR-100_2.jpg, can be assigned to their products
        afterwards.
      </p>
      {sent !== null && sent.error !== null && <ErrorList errors={[sent.error]} />}
      {sent !== null && sent.results.length > 0 && (
        <>
          <DoneNotice>{`${stored} of ${sent.results.length} uploaded${refused === 0 ? '' : `, ${refused} not stored`}.`}</DoneNotice>
          <UploadOutcomes results={sent.results} />
        </>
      )}
      <UploadArea limits={limits} />
    </>
  )
}
