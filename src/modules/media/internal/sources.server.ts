import { days, hours, minutes, seconds, type Clock } from '../../../platform/clock.ts'
import { notify, type Database } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import { contentTypes, isPictureKind, knownFile, maxFileBytes } from '../../../platform/files/file-kinds.server.ts'
import { scanProblem, scanTexts, type FileScan } from '../../../platform/files/file-scan.ts'
import { createHostPace } from '../../../platform/http/host-pace.ts'
import {
  fetchPublicFile,
  type PublicFetchOptions,
  type PublicFetchProblem,
  type PublicFile,
} from '../../../platform/http/public-fetch.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { Tracing } from '../../../platform/tracing/tracing.ts'
import { err, ok, type Result } from '../../../platform/result.ts'
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts'
import { pictureProblemTexts } from '../media.ts'
import { saveRow } from './media-store.server.ts'
import type { PictureProcesses } from './picture-processes.server.ts'
import {
  addSources,
  dueNow,
  noteFailed,
  noteStored,
  takeDue,
  type DueSource,
  type SourceKind,
} from './sources-store.server.ts'
import { isForeign } from './shown-pictures.ts'
import { mediaChannel } from './uploads.server.ts'
import { originalKey } from './variants.server.ts'

/**
 * Pictures, videos, 3D models and documents on other hosts that products and texts name: fetched in the background, kept, and shown as the
 * shop's own.
 */

/** How many are fetched at a time, how long one may take, and when another process may try it again. */
const batch = 20
const timeLimitMs = seconds(30)
const takenForMs = minutes(15)

/** A stored file is asked for changes after a week, and one that cannot be had is tried again then. */
const againAfterMs = days(7)
/** Waits after failures that may pass. */
const waits = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)] as const

type Failure = { readonly text: string; readonly mayPass: boolean; readonly afterMs: number | null }

type SourcesDeps = {
  readonly database: Pick<Database, 'db'>
  readonly storage: ObjectStorage
  readonly clock: Clock
  readonly log: Log
  readonly tracing: Tracing
  readonly processes: Pick<PictureProcesses, 'run'>
  readonly scan?: FileScan | null | undefined
  /** Named to the hosts that are asked. */
  readonly shopUrl: string
  /** Where tests reach hosts of their own. */
  readonly fetchOptions?: Partial<PublicFetchOptions> | undefined
}

export function createSources(deps: SourcesDeps) {
  const { clock, log, tracing, shopUrl, fetchOptions } = deps
  const { db } = deps.database
  const pace = createHostPace({ perSecond: 4, concurrent: 2, clock })
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  const fetched = ({ address, kind, etag, lastModified, isStored }: DueSource) =>
    pace.run(address, () =>
      // The host is one that a supplier has named, so it is told nothing of the trace.
      tracing.span({ name: 'GET file of a feed', kind: 'client', isRoot: true }, async (span) => {
        const answer = await fetchPublicFile(address, {
          maxBytes: maxFileBytes,
          timeoutMs: timeLimitMs,
          accept: accepted[kind],
          shopUrl,
          ...(isStored ? { validators: { etag, lastModified } } : {}),
          ...fetchOptions,
        })
        if (!answer.ok) span.fail(answer.problem.code)
        return answer
      }),
    )

  async function failed({ address, attempts }: DueSource, { text, mayPass, afterMs }: Failure): Promise<void> {
    const wait = mayPass ? waits[attempts - 1] : undefined
    await noteFailed(db, address, text, {
      now: clock.now(),
      nextAt: later(wait === undefined ? againAfterMs : Math.max(wait, afterMs ?? 0)),
      isFinal: wait === undefined,
    })
  }

  /** Whether there is something new to show. */
  async function handle(source: DueSource): Promise<boolean> {
    try {
      const answer = await fetched(source)
      const found = answer.ok ? answer.value : null
      const kept = found?.kind === 'file' ? await keepFile(deps, source, found) : ok(false)
      const failure = !answer.ok
        ? failureOf(answer.problem)
        : kept.ok
          ? null
          : { text: kept.problem, mayPass: false, afterMs: null }
      if (failure !== null) {
        await failed(source, failure)
        return false
      }
      const { etag, lastModified } = found?.kind === 'file' ? found : source
      await noteStored(db, source.address, { etag, lastModified }, { now: clock.now(), nextAt: later(againAfterMs) })
      return kept.ok && kept.value
    } catch (error) {
      log.warn({ err: error, address: source.address }, 'a file of another host could not be kept')
      await failed(source, { text: 'It could not be stored.', mayPass: true, afterMs: null })
      return false
    }
  }

  return {
    /** Adds addresses to fetch; those of other hosts alone count. */
    want: (addresses: readonly string[], kind: SourceKind): Promise<void> =>
      addSources(db, addresses.filter(isForeign), kind, clock.now()),

    /** Has every one with a problem tried again at once; returns how many. */
    retryFailed: (): Promise<number> => dueNow(db, 'failed', clock.now()),

    /** Fetches some of what is due; returns the addresses of which there is something new to show, and whether nothing else is due. */
    async fetchSome(): Promise<{ readonly changed: readonly string[]; readonly isLast: boolean }> {
      const due = await takeDue(db, { now: clock.now(), until: later(takenForMs), limit: batch })
      const done = await Promise.all(due.map(async (source) => ((await handle(source)) ? source.address : null)))
      const changed = done.filter((one) => one !== null)
      if (changed.length > 0) await notify(db, mediaChannel, '')
      return { changed, isLast: due.length < batch }
    },
  }
}

/** Stores a file under the address that records name; an error is why it cannot be shown. */
async function keepFile(
  { database, storage, processes, clock, scan = null }: SourcesDeps,
  { address, kind: expected }: DueSource,
  { bytes }: PublicFile,
): Promise<Result<true, string>> {
  // The name in an address says nothing: what counts is the content.
  const known = await knownFile(bytes, { name: null, declared: '', isOfProduct: true })
  if (!known.ok) return known
  const { kind } = known.value
  if ((kind === 'pdf') !== (expected === 'document')) return err(wrongKinds[expected])
  const threat = await scanProblem(scan, bytes)
  if (threat !== null) return err(scanTexts[threat])
  const answer = isPictureKind(kind) ? await processes.run({ kind: 'inspect', bytes }, 'later') : null
  if (answer !== null && answer.kind !== 'inspected')
    return err(pictureProblemTexts[answer.kind === 'problem' ? answer.problem : 'damaged'])
  const hash = sha256(bytes).slice(0, 32)
  const facts = answer?.inspection ?? { width: null, height: null, colour: null }
  await storage.put(originalKey(hash), bytes, { contentType: contentTypes[kind] })
  await saveRow(database.db, { address, hash, kind, bytes: bytes.byteLength, ...facts }, clock.now())
  return ok(true)
}

const accepted: Readonly<Record<SourceKind, string>> = {
  shown: 'image/avif,image/webp,image/jpeg,image/png,model/gltf-binary,video/mp4,video/webm,text/vtt',
  document: 'application/pdf',
}

const wrongKinds: Readonly<Record<SourceKind, string>> = {
  shown: 'The file is a document and not a picture.',
  document: 'The file is no PDF document.',
}

const texts: Readonly<Record<Exclude<PublicFetchProblem['code'], 'refused' | 'unavailable'>, string>> = {
  'invalid-address': 'The address cannot be used: it must begin with https:// or http://, without a password.',
  'private-address': 'The address leads into a private network.',
  'not-found': 'The host has no such file.',
  'too-large': 'The file is larger than 20 MB.',
  timeout: 'The host did not answer in time.',
  'too-many-redirects': 'The address is redirected too often.',
}

function failureOf(problem: PublicFetchProblem): Failure {
  switch (problem.code) {
    case 'refused':
      return { text: `The host refused to send it (status ${problem.status}).`, mayPass: false, afterMs: null }
    case 'unavailable': {
      const why = problem.status === null ? 'The host could not be reached.' : `The host answered ${problem.status}.`
      return { text: why, mayPass: true, afterMs: problem.retryAfterMs }
    }
    default:
      return { text: texts[problem.code], mayPass: problem.code === 'timeout', afterMs: null }
  }
}
