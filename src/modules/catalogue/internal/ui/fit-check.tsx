import { fitOf, fitTexts, spaceKind, tooMuch, type Air, type Size, type Space } from '../../product/fit.ts'
import { useSpace } from '../../ui/space.ts'
import { SpaceForm } from '../../ui/space-form.tsx'
import styles from './fit-check.module.css'

/** Whether this product fits the shopper's space, with the margin or shortfall. */
export function FitCheck({
  size: [widthMm, heightMm, depthMm],
  air,
  categoryUri,
}: {
  size: readonly [number, number, number]
  /** The clearance that the manufacturer requires; undefined when unknown. */
  air: Air | undefined
  categoryUri: string
}) {
  const kind = spaceKind(categoryUri)
  const space = useSpace(kind)
  return (
    <div className={styles.check}>
      <h3>Will it fit?</h3>
      <p className={styles.soft}>
        Measure your space. The air gap is the clearance on both sides, above and behind.
        {air && ` This product needs ${air[0]} mm on each side, ${air[1]} mm above and ${air[2]} mm behind.`}
      </p>
      <SpaceForm kind={kind} space={space} button="Check the fit" action="?" />
      <div role="status">
        {space !== null && <Answer size={{ widthMm, heightMm, depthMm }} space={space} air={air} />}
      </div>
    </div>
  )
}

function Answer({ size, space, air }: { size: Size; space: Space; air: Air | undefined }) {
  const { fit, spare } = fitOf(size, space, air)
  const missesOwnAir = fitOf(size, { ...space, clearanceMm: 0 }, air).fit === 'tight'
  return (
    <p className={styles.answer} data-fit={fit}>
      <b>{fitTexts[fit]}</b>
      {fit === 'no'
        ? `: ${tooMuch(size, space)}.`
        : fit === 'tight'
          ? `. It goes in, but with less clearance than ${missesOwnAir ? 'it needs' : `your ${space.clearanceMm} mm`}.`
          : `, with ${spare.widthMm} mm to spare in width, ${spare.heightMm} mm in height and ${spare.depthMm} mm in depth beyond the air gap.`}
    </p>
  )
}
