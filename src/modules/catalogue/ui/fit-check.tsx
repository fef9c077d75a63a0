import { fitOf, fitTexts, spaceKind, tooMuch, type Size, type Space } from '../fit.ts'
import { useSpace } from './space.ts'
import { SpaceForm } from './space-form.tsx'
import styles from './fit-check.module.css'

/** Whether this product goes into the shopper's space, and what is spare or missing. */
export function FitCheck({
  size: [widthMm, heightMm, depthMm],
  categoryUri,
}: {
  size: readonly [number, number, number]
  categoryUri: string
}) {
  const kind = spaceKind(categoryUri)
  const space = useSpace(kind)
  return (
    <div className={styles.check}>
      <h3>Will it fit?</h3>
      <p className={styles.soft}>
        Measure the space it should stand in. The air gap is left free on both sides, above and behind.
      </p>
      <SpaceForm kind={kind} space={space} button="Check the fit" action="?" />
      <div role="status">{space !== null && <Answer size={{ widthMm, heightMm, depthMm }} space={space} />}</div>
    </div>
  )
}

function Answer({ size, space }: { size: Size; space: Space }) {
  const { fit, spare } = fitOf(size, space)
  return (
    <p className={styles.answer} data-fit={fit}>
      <b>{fitTexts[fit]}</b>
      {fit === 'no'
        ? `: ${tooMuch(size, space)}.`
        : fit === 'tight'
          ? `. It goes in, with less than ${space.clearanceMm} mm of air around it.`
          : `, with ${spare.widthMm} mm to spare in width, ${spare.heightMm} mm in height and ${spare.depthMm} mm in depth beyond the air gap.`}
    </p>
  )
}
