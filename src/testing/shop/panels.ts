import type { PanelTokens } from '../../modules/staff/staff.ts'
import type { TestAnswer, TestBrowser } from './browser.ts'

/** Opens staff panels and posts their forms, as the toolbar and its frames do. */
export function panelsOf({ send, staff, origin }: TestBrowser) {
  /** New tokens for a panel's URL. */
  async function panelTokens(): Promise<PanelTokens> {
    const answer = await send('POST', '/api/staff/panel-tokens', { body: {}, headers: { origin } })
    if (answer.status !== 200) throw new Error(`panel tokens: ${answer.text}`)
    return answer.json<PanelTokens>()
  }

  return {
    panelTokens,
    /** Opens a panel by its URL with tokens; afterwards the browser has a staff host session. */
    async openPanel(path: string): Promise<TestAnswer> {
      const query = new URLSearchParams({ ...(await panelTokens()), parent_base_url: origin })
      return staff('GET', `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`)
    },
    /** Submits a panel form. */
    panelForm: (
      path: string,
      fields: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      staff('POST', path, {
        raw: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      }),
  }
}
