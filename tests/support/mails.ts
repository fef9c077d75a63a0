import type { RunningShop } from './shop-process.ts'

/** The link in the newest mail with a subject to an address, once the worker has sent it. */
export async function mailedLink(
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
      const [, link = ''] = /href="(http[^"]+)"/.exec(await read(`/body/${id}`)) ?? []
      return link.replaceAll('&amp;', '&')
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`no mail "${subject}" to ${recipient}`)
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
