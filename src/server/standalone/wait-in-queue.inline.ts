const seconds = 1_000
/** The place is safe whatever happens to one request. */
const afterTroubleMs = 15 * seconds

type Place = {
  readonly isTurn: boolean
  readonly texts: Readonly<Record<string, string>>
  readonly isNewPlace: boolean
  readonly walked: number
  readonly askAgainSeconds: number
}

/**
 * Asks for the place in the queue when the server says so, also while the tab is in the background, and writes it where it stood, so that a
 * screen reader says what has changed and nothing else. At its turn the page is requested again, and is the checkout.
 */
export default function waitInQueue(): void {
  const { askAgain = '10' } = document.documentElement.dataset
  const element = (id: string) => document.getElementById(`queue-${id}`)

  function show({ texts, isNewPlace, walked, askAgainSeconds }: Place): void {
    for (const [id, text] of Object.entries(texts)) {
      const shown = element(id)
      if (shown !== null && shown.textContent !== text) shown.textContent = text
    }
    if (isNewPlace) element('lost')?.removeAttribute('hidden')
    element('walked')?.setAttribute('value', `${walked}`)
    setTimeout(ask, askAgainSeconds * seconds)
  }

  function ask(): void {
    fetch(location.href, { headers: { accept: 'application/json' }, cache: 'no-store' })
      .then(async (answer) => {
        if (answer.status === 429) throw new Error('too many requests')
        const isPlace = answer.ok && answer.headers.get('content-type') === 'application/json'
        const place = isPlace ? ((await answer.json()) as Place) : null
        if (place === null || place.isTurn) location.reload()
        else show(place)
      })
      .catch(() => setTimeout(ask, afterTroubleMs))
  }

  setTimeout(ask, Number(askAgain) * seconds)
}
