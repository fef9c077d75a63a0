import { runningCostText, tariffFor, tariffText, type Tariffs } from '../../energy.ts'
import styles from './energy-panel.module.css'

/** What running the product costs at the tariff of the visitor's state, for one year and ten. */
export function EnergyPanel({
  kwh,
  stars,
  tariffs,
  state,
}: {
  kwh: number
  stars: number | undefined
  tariffs: Tariffs
  /** Null while nobody has said where. */
  state: string | null
}) {
  const tariff = tariffFor(tariffs, state)
  return (
    <>
      <dl className={styles.energy} aria-live="polite">
        {stars !== undefined && (
          <div>
            <dt>Energy rating</dt>
            <dd>{`${stars} stars`}</dd>
          </div>
        )}
        <div>
          <dt>Energy use a year</dt>
          <dd>{`${kwh} kWh`}</dd>
        </div>
        <div>
          <dt>Running cost a year</dt>
          <dd>{runningCostText(kwh, tariff)}</dd>
        </div>
        <div>
          <dt>Over 10 years</dt>
          <dd>{runningCostText(kwh, tariff, 10)}</dd>
        </div>
      </dl>
      <p className={styles.soft}>
        {`At ${tariffText(tariff)} a kilowatt hour${state === null ? '' : ` in ${state}`} and the use the energy label assumes; your tariff and habits change it. ${tariffs.source}, from ${tariffs.validFrom}.`}
      </p>
    </>
  )
}
