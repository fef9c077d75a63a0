import { err, ok, type Result } from '../../../platform/result.ts'
import { pictureProblemTexts } from '../media.ts'
import { TooManyPictures, type PictureProcesses } from './picture-processes.server.ts'
import type { Inspection, PictureAnswer, PictureTask } from './picture-tasks.ts'

/** What the processes that read pictures say of an upload, or in words why there is no answer. */

type Processes = Pick<PictureProcesses, 'run'>

async function answerTo(processes: Processes, task: PictureTask): Promise<Result<PictureAnswer, string>> {
  try {
    const answer = await processes.run(task)
    return answer.kind === 'problem' ? err(pictureProblemTexts[answer.problem]) : ok(answer)
  } catch (error) {
    if (error instanceof TooManyPictures)
      return err('Too many pictures are being processed. Please try again in a minute.')
    throw error
  }
}

/** Size and colour of a picture whose every pixel can be decoded. */
export async function inspectedPicture(
  processes: Processes,
  bytes: Buffer,
): Promise<Result<Inspection | null, string>> {
  const answer = await answerTo(processes, { kind: 'inspect', bytes })
  return answer.ok ? ok(answer.value.kind === 'inspected' ? answer.value.inspection : null) : answer
}

/** What a picture shows, as a JPEG of at most so many pixels across without metadata. */
export async function redrawnPicture(
  processes: Processes,
  bytes: Buffer,
  width: number,
): Promise<Result<Buffer | null, string>> {
  const answer = await answerTo(processes, { kind: 'render', bytes, width, format: 'jpg' })
  return answer.ok ? ok(answer.value.kind === 'rendered' ? Buffer.from(answer.value.bytes) : null) : answer
}
