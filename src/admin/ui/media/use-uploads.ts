import { useCallback, useEffect, useRef, useState } from 'react'
import type { UploadLimits, UploadResult } from './upload-result.ts'

/** One file on its way to the library. */
export type Upload = {
  readonly id: number
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'done'
  /** From 0 to 1. */
  readonly sent: number
  /** Null until it is done. */
  readonly result: UploadResult | null
  /** It was refused by the connection and not by its content. */
  readonly canRetry: boolean
}

/** Sent at the same time; the others wait. */
const atOnce = 3

/** Sends files one by one, each with its progress. `onStored` gets every file that was stored. */
export function useUploads(limits: UploadLimits, onStored?: (result: UploadResult) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const nextId = useRef(0)
  const running = useRef(new Map<number, XMLHttpRequest>())

  const change = useCallback((id: number, changes: Partial<Upload>) => {
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  }, [])

  const finish = useCallback(
    (upload: Upload, result: UploadResult, canRetry = false) => {
      running.current.delete(upload.id)
      change(upload.id, { state: 'done', sent: 1, result, canRetry })
      if (result.problem === null) onStored?.(result)
    },
    [change, onStored],
  )

  useEffect(() => {
    const free = atOnce - running.current.size
    for (const upload of uploads
      .filter((one) => one.state === 'waiting' && !running.current.has(one.id))
      .slice(0, free)) {
      running.current.set(
        upload.id,
        send(upload.file, {
          progress: (sent) => change(upload.id, { sent }),
          done: (result, canRetry) => finish(upload, result, canRetry),
        }),
      )
      change(upload.id, { state: 'sending' })
    }
  }, [uploads, change, finish])

  // What is on its way when the page goes is broken off; nothing of it is stored.
  useEffect(() => {
    const { current } = running
    return () => {
      for (const request of current.values()) request.abort()
    }
  }, [])

  const isBusy = uploads.some(({ state }) => state !== 'done')
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])

  return {
    uploads,
    refusal,
    isBusy,
    add(files: readonly File[]) {
      const isTooMany = files.length > limits.maxFiles
      setRefusal(
        isTooMany ? `Please choose at most ${limits.maxFiles} files at once; you chose ${files.length}.` : null,
      )
      if (isTooMany) return
      const added = files.map((file): Upload => {
        const id = nextId.current++
        const isTooLarge = file.size > limits.maxBytes
        return {
          id,
          file,
          state: isTooLarge ? 'done' : 'waiting',
          sent: 0,
          result: isTooLarge ? { name: file.name, problem: limits.tooLarge, tile: null } : null,
          canRetry: false,
        }
      })
      setUploads((all) => [...added, ...all])
    },
    retry: (id: number) => change(id, { state: 'waiting', sent: 0, result: null, canRetry: false }),
    cancel(upload: Upload) {
      running.current.get(upload.id)?.abort()
      finish(upload, { name: upload.file.name, problem: 'Cancelled. Nothing was stored.', tile: null }, true)
    },
  }
}

/** `fetch` does not report how much of a request was sent. */
function send(
  file: File,
  { progress, done }: { progress: (sent: number) => void; done: (result: UploadResult, canRetry: boolean) => void },
): XMLHttpRequest {
  const request = new XMLHttpRequest()
  const fail = (problem: string, canRetry = true) => done({ name: file.name, problem, tile: null }, canRetry)
  request.upload.addEventListener('progress', ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total))
  request.addEventListener('error', () => fail('The connection was lost. Nothing of this file was stored.'))
  request.addEventListener('load', () => {
    const answer = answerOf(request.responseText)
    const result = answer?.files?.[0]
    if (result !== undefined) done(result, false)
    else if (answer?.error !== undefined) fail(answer.error, false)
    else if (request.status === 401) fail('Your sign-in has ended. Please log in again, then try again.')
    else fail('It could not be uploaded. Please try again.')
  })
  const form = new FormData()
  form.append('file', file)
  request.open('POST', '/office/media/new')
  request.setRequestHeader('accept', 'application/json')
  request.send(form)
  return request
}

function answerOf(text: string): { readonly files?: readonly UploadResult[]; readonly error?: string } | null {
  try {
    return JSON.parse(text) as { readonly files?: readonly UploadResult[]; readonly error?: string }
  } catch {
    return null
  }
}
