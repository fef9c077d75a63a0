import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { buttonClass, SubmitButton } from '../controls/button.tsx'
import { ErrorNotice } from '../controls/notice.tsx'
import styles from './upload-area.module.css'
import type { UploadLimits, UploadResult } from './upload-result.ts'
import { useUploads, type Upload } from './use-uploads.ts'

/** Files are dropped here or chosen. Without script it is a form with a field for several files. */
export function UploadArea({
  limits,
  accept = '.jpg,.jpeg,.png,.webp,.avif,.pdf',
  onStored,
}: {
  limits: UploadLimits
  accept?: string
  onStored?: (result: UploadResult) => void
}) {
  const { uploads, refusal, isBusy, add, retry, cancel } = useUploads(limits, onStored)
  const [isOver, setIsOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const hold = (event: DragEvent, isOn: boolean) => {
    event.preventDefault()
    setIsOver(isOn)
  }
  return (
    <>
      {refusal !== null && (
        <ErrorNotice>
          <p>{refusal}</p>
        </ErrorNotice>
      )}
      <Form
        method="post"
        action="/office/media/new"
        encType="multipart/form-data"
        className={isOver ? `${styles['area']} ${styles['over']}` : styles['area']}
        onDragOver={(event) => hold(event, true)}
        onDragLeave={(event) => hold(event, false)}
        onDrop={(event) => {
          hold(event, false)
          add([...event.dataTransfer.files])
        }}
        onSubmit={(event) => {
          event.preventDefault()
          add([...(field.current?.files ?? [])])
          event.currentTarget.reset()
        }}
      >
        <label htmlFor="upload-files">Drop files here, or choose them</label>
        <input
          ref={field}
          id="upload-files"
          name="file"
          type="file"
          multiple
          required
          accept={accept}
          aria-describedby="upload-files-more"
          onChange={(event) => {
            const { form, files } = event.currentTarget
            add([...(files ?? [])])
            form?.reset()
          }}
        />
        <small id="upload-files-more">JPEG, PNG, WebP, AVIF or PDF, up to 20 MB each and 200 files at once.</small>
        <SubmitButton look="quiet">Upload</SubmitButton>
      </Form>
      <p role="status" className={styles['summary']}>
        {uploads.length > 0 && summaryOf(uploads, isBusy)}
      </p>
      {uploads.length > 0 && (
        <ul className={styles['list']} aria-label="Uploads">
          {uploads.map((upload) => (
            <li key={upload.id} className={styles['upload']}>
              {upload.state === 'done' && upload.result !== null ? (
                <UploadOutcome result={upload.result}>
                  {upload.canRetry && (
                    <button type="button" className={buttonClass('small')} onClick={() => retry(upload.id)}>
                      Try again<span className="visually-hidden"> {upload.file.name}</span>
                    </button>
                  )}
                </UploadOutcome>
              ) : (
                <>
                  <span className={styles['name']}>{upload.file.name}</span>
                  <progress value={upload.sent} max={1} aria-label={`Upload of ${upload.file.name}`} />
                  <button type="button" className={buttonClass('small')} onClick={() => cancel(upload)}>
                    Cancel<span className="visually-hidden"> {upload.file.name}</span>
                  </button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function summaryOf(uploads: readonly Upload[], isBusy: boolean): string {
  const done = uploads.filter(({ state }) => state === 'done')
  const refused = done.filter(({ result }) => result?.problem !== null).length
  const stored = `${done.length - refused} of ${uploads.length} uploaded`
  return `${stored}${refused === 0 ? '' : `, ${refused} not stored`}${isBusy ? ' …' : '.'}`
}

/** What became of a file: its picture and a link, or why it was refused. */
export function UploadOutcome({ result, children = null }: { result: UploadResult; children?: ReactNode }) {
  return (
    <>
      {result.problem === null && result.tile.thumbnail !== null && (
        <img className={styles['thumbnail']} src={result.tile.thumbnail} alt="" />
      )}
      <span className={styles['name']}>
        {result.problem === null ? <Link to={result.tile.href}>{result.name}</Link> : result.name}
      </span>
      <small className={result.problem === null ? undefined : styles['wrong']}>
        {result.problem === null ? `Uploaded · ${result.tile.facts}` : result.problem}
      </small>
      {children}
    </>
  )
}

/** The same for a form that was sent as a whole. */
export function UploadOutcomes({ results }: { results: readonly UploadResult[] }) {
  return (
    <ul className={styles['list']} aria-label="Uploads">
      {results.map((result, at) => (
        <li key={at} className={styles['upload']}>
          <UploadOutcome result={result} />
        </li>
      ))}
    </ul>
  )
}
