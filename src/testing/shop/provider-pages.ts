/** The shopper on the bank's page; returns the redirect URL without the host. */
export async function passChallenge(
  challenge: { htmlFormAction: string; htmlFormToPost: Record<string, string> } | null,
  code: string,
): Promise<string> {
  if (challenge === null) throw new Error('no 3-D Secure was asked for')
  const action = new URL('/gateway/threeds/answer', challenge.htmlFormAction)
  const shown = await fetch(challenge.htmlFormAction, {
    method: 'POST',
    body: new URLSearchParams(challenge.htmlFormToPost),
  })
  await shown.text()
  const body = new URLSearchParams({
    MD: challenge.htmlFormToPost['MD'] ?? '',
    code,
    do: code === '' ? 'cancel' : 'confirm',
  })
  return returnPath(await fetch(action, { method: 'POST', body, redirect: 'manual' }))
}

/** The shopper on a provider's page; only Afterpay asks for a code. */
export async function chooseAtProvider(
  redirectUrl: string | null,
  choice: 'approve' | 'decline' | 'cancel' | 'approve-and-stay' | 'refer' | 'review' | 'decline-instrument',
  code = '000',
): Promise<string> {
  if (redirectUrl === null) throw new Error('there is no page to go to')
  const body = new URLSearchParams({ code, do: choice })
  return returnPath(await fetch(redirectUrl, { method: 'POST', body, redirect: 'manual' }))
}

function returnPath(answer: Response): string {
  const location = answer.headers.get('location')
  if (location === null) return ''
  const { pathname, search } = new URL(location)
  return pathname + search
}
