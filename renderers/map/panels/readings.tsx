import { useHost } from '@renderers/host'
import { metricByName } from '@runtime/field/kinds'
import { ageText } from '../parts/words'
import type { Row } from '../store/snapshot'
import { readingStates } from './reading-age'
import type { Trails } from './trails'
import { Trend } from './trend'

/**
 * Latest values with their units, each with what it has done in the last day. What is stale is greyed and says how old it is:
 * it is never shown as what is now (`design/field.md §2.6`).
 */
export function Readings({
  row,
  trails,
  now,
  isLive,
}: {
  readonly row: Row
  readonly trails: Trails
  /** Milliseconds since 1970, by the server's clock. */
  readonly now: number
  /** Whether the server is heard: where it is not, nobody knows what is now. */
  readonly isLive: boolean
}) {
  const { text: translate } = useHost()
  const last = (row['last'] ?? {}) as Readonly<Record<string, number>>
  const names = Object.keys(last).sort((one, other) => codeOf(one) - codeOf(other))
  const states = readingStates(row, now)
  if (names.length === 0) return <p className="loam-map-note">{translate('@map.noReadings')}</p>
  return (
    <section aria-label={translate('@map.readings')}>
      <h3>{translate('@map.readings')}</h3>
      <dl className="loam-map-readings">
        {names.map((name) => {
          const metric = metricByName(name)
          const title = metric ? translate(metric.title) : name
          const value = valueText(last[name], metric?.deadband)
          const { isStale: isLate = true, isFrozen = false, age = null } = states.get(name) ?? {}
          const isStale = isLate || !isLive
          return (
            <div key={name} data-stale={isStale} data-frozen={isFrozen}>
              <dt>{title}</dt>
              <dd>
                <b>{value}</b> <span className="loam-map-unit">{metric?.unit}</span>
                {isStale && age !== null && (
                  <small className="loam-map-age">
                    {translate('@map.updated', { age: ageText(translate, age) })}
                  </small>
                )}
                {isFrozen && !isStale && (
                  <small className="loam-map-age" title={translate('@map.frozenHint')}>
                    {translate('@map.frozen')}
                  </small>
                )}
              </dd>
              <dd className="loam-map-trend-place">
                <Trend trail={trails[name] ?? []} name={title} value={`${value} ${metric?.unit ?? ''}`} />
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

const codeOf = (name: string) => metricByName(name)?.code ?? Number.MAX_SAFE_INTEGER

/** As many decimals as changes of the metric are worth. */
function valueText(value: number | undefined, deadband = 0.01): string {
  if (value === undefined) return '–'
  const digits = Math.max(0, Math.min(3, -Math.floor(Math.log10(deadband))))
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
}
