import { runningCostText, tariffFor, tariffText, type Tariffs } from '../../product/energy.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from './energy-panel.module.css'
import { countText } from '../../../../platform/text/count-text.ts'

/** The running cost of the product at the tariff of the visitor's state, for one year and ten. */
export function EnergyPanel({
  kwh,
  stars,
  label,
  tariffs,
  state,
}: {
  kwh: number
  stars: number | undefined
  /** The address of the drawn energy label. */
  label: string | null
  tariffs: Tariffs
  /** Null while it is unknown. */
  state: string | null
}) {
  const tariff = tariffFor(tariffs, state)
  return (
    <div className={styles.panel}>
      {label !== null && (
        <Picture
          src={label}
          alt={`Energy rating label: ${countText(stars ?? 0, 'star')}, ${kwh} kWh per year`}
          width={180}
          height={300}
        />
      )}
      <div>
        <dl className={styles.energy} aria-live="polite">
          {stars !== undefined && (
            <div>
              <dt>Energy rating</dt>
              <dd>{countText(stars, 'star')}</dd>
            </div>
          )}
          <div>
            <dt>Energy use per year</dt>
            <dd>{`${kwh} kWh`}</dd>
          </div>
          <div>
            <dt>Running cost per year</dt>
            <dd>{runningCostText(kwh, tariff)}</dd>
          </div>
          <div>
            <dt>Over 10 years</dt>
            <dd>{runningCostText(kwh, tariff, 10)}</dd>
          </div>
        </dl>
        <p className={styles.soft}>
          {`Based on ${tariffText(tariff)} per kWh${state === null ? '' : ` in ${state}`} and the use the energy label assumes. Your tariff and habits may differ. Source: ${tariffs.source}, from ${tariffs.validFrom}.`}
        </p>
      </div>
    </div>
  )
}
