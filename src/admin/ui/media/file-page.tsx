import { Form } from 'react-router'
import { SubmitButton } from '../controls/button.tsx'
import fields from '../controls/field.module.css'
import { ErrorList } from '../controls/notice.tsx'
import page from '../layout/page.module.css'
import { RecordPage, type RecordView } from '../records/record-page.tsx'
import styles from './file-page.module.css'
import { PictureEditor } from './picture-editor.tsx'

export type FileView = {
  readonly path: string
  readonly version: string
  /** Null for a document. Width and height are the original's, in pixels. */
  readonly picture: {
    readonly shown: string
    readonly original: string
    readonly width: number
    readonly height: number
  } | null
  readonly canBeReplaced: boolean
  readonly address: string
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** A picture or document: how it is shown, what staff say about it, where it is used, and another file in its place. */
export function FilePage({
  record,
  file,
  error = null,
}: {
  record: RecordView
  file: FileView
  error?: string | null
}) {
  const { picture } = file
  const groups = record.groups.filter(({ title }) => title !== 'File')
  return (
    <RecordPage
      record={{ ...record, groups }}
      head={<FileHead file={file} />}
      editor={picture !== null && record.canSave && <PictureEditor key={picture.original} {...picture} />}
      more={record.canSave && file.canBeReplaced && <ReplaceForm file={file} error={error} />}
    />
  )
}

function FileHead({ file: { picture, facts, address } }: { file: FileView }) {
  return (
    <div className={styles['head']}>
      {picture !== null && (
        <a href={address} className={styles['preview']} target="_blank" rel="noopener">
          <img src={picture.shown} alt="How it is shown, on its own page" />
        </a>
      )}
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === address ? (
                <a href={address} target="_blank" rel="noopener">
                  {address}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function ReplaceForm({ file: { path, version, picture }, error }: { file: FileView; error: string | null }) {
  return (
    <section className={styles['replace']} aria-labelledby="replace">
      <h2 id="replace">Replace the file</h2>
      <p className={page['about']}>
        Its address stays: every page, product and post that uses it shows the new file.
        {picture !== null && ' Crop and focal point are cleared.'}
      </p>
      <ErrorList errors={error === null ? [] : [error]} />
      <Form method="post" action={`${path}/files`} encType="multipart/form-data">
        <input type="hidden" name="version" value={version} />
        <div className={fields['group']}>
          <div className={fields['field']}>
            <label htmlFor="replacement">{picture === null ? 'New PDF' : 'New picture'}</label>
            <input
              id="replacement"
              name="file"
              type="file"
              accept={picture === null ? '.pdf' : '.jpg,.jpeg,.png,.webp,.avif'}
              required
            />
          </div>
        </div>
        <SubmitButton look="quiet">Replace</SubmitButton>
      </Form>
    </section>
  )
}
