import { pictureAttributes } from '../../../platform/files/picture-address.ts'

/**
 * Shows a card's second picture while a pointer or the keyboard is on it. It is fetched then and not before, and shown once it is there, so
 * that a card is never without a picture. Returns what ends it.
 */
export function followSecondPictures(): () => void {
  const onCard = ({ target }: Event) => {
    if (target instanceof Element) addSecond(target.closest('article')?.querySelector<HTMLElement>('[data-second]'))
  }
  document.addEventListener('pointerover', onCard)
  document.addEventListener('focusin', onCard)
  return () => {
    document.removeEventListener('pointerover', onCard)
    document.removeEventListener('focusin', onCard)
  }
}

const added = new WeakSet<HTMLElement>()

function addSecond(media: HTMLElement | null | undefined): void {
  const first = media?.querySelector('img')
  const address = media?.dataset['second']
  if (!media || !first || address === undefined || added.has(media)) return
  added.add(media)
  const image = new Image()
  image.alt = ''
  image.sizes = `${media.clientWidth}px`
  image.srcset = pictureAttributes(address, media.clientWidth)?.srcSet ?? ''
  image.src = address
  image.decode().then(
    () => first.after(image),
    // The pointer may come again.
    () => added.delete(media),
  )
}
