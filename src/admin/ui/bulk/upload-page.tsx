import { Form, Link } from 'react-router'
import { SubmitButton } from '../controls/button.tsx'
import fields from '../controls/field.module.css'
import { ErrorList } from '../controls/notice.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import page from '../layout/page.module.css'

/** A table of products is uploaded; its columns are named next. */
export function UploadPage({ error }: { error: string | null }) {
  return (
    <>
      <PageTitle>Import products</PageTitle>
      <p className={page['trail']}>
        <Link to="/office/products">Products</Link>
      </p>
      <p className={page['about']}>
        A CSV file in UTF-8 with a header row, up to 20 MB. Next, you match its columns and can test the import before
        anything changes.
      </p>
      <ErrorList errors={error === null ? [] : [error]} />
      <Form method="post" action="/office/import" encType="multipart/form-data" className={page['form']}>
        <div className={fields['group']}>
          <div className={fields['field']}>
            <label htmlFor="file">File</label>
            <input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/csv" required />
          </div>
        </div>
        <SubmitButton>Upload</SubmitButton>
      </Form>
    </>
  )
}
