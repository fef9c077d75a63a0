import type { RunningShop } from './shop-process.ts'

/** The markup of the newest mail with a subject to an address, once the worker has sent it. */
async function mailBody(
  shop: Pick<RunningShop, 'mailPort'>,
  subject: string | RegExp,
  recipient: string,
): Promise<string> {
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${shop.mailPort}${path}`)).text()
  const end = Date.now() + 15_000
  while (Date.now() < end) {
    const list = await read('/')
    for (const [, id = '', title] of list.matchAll(/href="\/mail\/([^"]+)"[^]*?<b>([^<]*)<\/b>/g)) {
      if (typeof subject === 'string' ? title !== subject : !subject.test(title ?? '')) continue
      const page = await read(`/mail/${id}`)
      if (!page.includes(`To ${recipient}<`)) continue
      return read(`/body/${id}`)
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`no mail "${subject}" to ${recipient}`)
}

/** The link in that mail. */
export async function mailedLink(...mail: Parameters<typeof mailBody>): Promise<string> {
  const [, link = ''] = /href="(http[^"]+)"/.exec(await mailBody(...mail)) ?? []
  return link.replaceAll('&amp;', '&')
}

/** The six digits in that mail. */
export async function mailedCode(...mail: Parameters<typeof mailBody>): Promise<string> {
  const [, code] = /Your code is <b>(\d{6})<\/b>/.exec(await mailBody(...mail)) ?? []
  if (code === undefined) throw new Error('there is no code in the mail')
  return code
}

/** Subjects of the mails to an address. */
export async function mailSubjectsTo(
  shop: Pick<RunningShop, 'mailPort'>,
  recipient: string,
): Promise<readonly string[]> {
  const list = await (await fetch(`http://127.0.0.1:${shop.mailPort}/`)).text()
  return [...list.matchAll(/<li>[^]*?<\/li>|<tr>[^]*?<\/tr>/g)]
    .map(([row]) => row)
    .filter((row) => row.includes(recipient))
    .map((row) => /<b>([^<]*)<\/b>/.exec(row)?.[1] ?? '')
}
