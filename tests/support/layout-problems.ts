/**
 * What is wrong with the layout of the page as it is: runs in the page, so it uses nothing from outside. Content wider than the window, text
 * that is cut off, and controls that cover a part of each other (WCAG 2.2: 1.4.4, 1.4.10 and 1.4.12).
 */
export function layoutProblems(): string[] {
  const found: string[] = []
  const nameOf = (one: Element) =>
    `${one.tagName.toLowerCase()} “${(one.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`
  const isCut = (style: string) => /hidden|clip/.test(style)
  const scrolls = (style: CSSStyleDeclaration) => /auto|scroll/.test(style.overflowX + style.overflowY)
  function around(one: Element): Element[] {
    const all: Element[] = []
    for (let next = one.parentElement; next !== null && next !== document.body; next = next.parentElement)
      all.push(next)
    return all
  }
  const isShown = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.closest('.visually-hidden, .skip-link, [aria-hidden=true], svg') === null

  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} pixels wide`)

  /** Text that an element which does not scroll cuts off. */
  function cutText(one: Element): void {
    const text = [...one.childNodes].find((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
    if (text === undefined) return
    // The bar with the button repeats the page's title, shortened.
    if ([one, ...around(one)].some((next) => getComputedStyle(next).position === 'fixed')) return
    const range = document.createRange()
    range.selectNode(text)
    const box = range.getBoundingClientRect()
    for (const next of [one, ...around(one)]) {
      const style = getComputedStyle(next)
      // A title that is clamped on purpose is whole on its own page (PROMO-05).
      if (scrolls(style) || style.webkitLineClamp !== 'none') return
      const edge = next.getBoundingClientRect()
      const isOut =
        (isCut(style.overflowX) && box.right > edge.right + 2 && box.left < edge.right) ||
        (isCut(style.overflowY) && box.bottom > edge.bottom + 3 && box.top < edge.bottom - 3)
      if (isOut) return void found.push(`${nameOf(one)} is cut off`)
    }
  }

  for (const one of document.body.querySelectorAll('*')) if (isShown(one)) cutText(one)

  const controls = [
    ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary'),
  ]
  const boxes = controls.filter(isShown).flatMap((one) => {
    const outside = around(one)
    // What floats over the page covers something by nature, and its target is reached by scrolling.
    if ([one, ...outside].some((next) => /fixed|sticky/.test(getComputedStyle(next).position))) return []
    const isInline = getComputedStyle(one).display === 'inline'
    const own = isInline ? [...one.getClientRects()] : [one.getBoundingClientRect()]
    const edges = outside.filter((next) => {
      const style = getComputedStyle(next)
      return scrolls(style) || isCut(style.overflowX) || isCut(style.overflowY)
    })
    const isInView = own.every((box) =>
      edges.every((next) => {
        const edge = next.getBoundingClientRect()
        return (
          box.bottom <= edge.bottom + 1 &&
          box.top >= edge.top - 1 &&
          box.right <= edge.right + 1 &&
          box.left >= edge.left - 1
        )
      }),
    )
    return isInView ? own.filter((box) => box.width > 1 && box.height > 1).map((box) => ({ one, box })) : []
  })
  const isWithin = (a: DOMRect, b: DOMRect) =>
    a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1)) {
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
      if (width < 3 || height < 4 || a.one.contains(b.one) || b.one.contains(a.one)) continue
      // A button within its field.
      if (!isWithin(a.box, b.box) && !isWithin(b.box, a.box)) found.push(`${nameOf(a.one)} covers ${nameOf(b.one)}`)
    }
  return [...new Set(found)]
}
