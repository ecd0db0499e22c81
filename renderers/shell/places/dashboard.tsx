import { useHost } from '@renderers/host'
import { useAnswer } from '@renderers/use-answer'
import type { CallAnswer } from '@services/client'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Destination, destinations } from '../menu'
import type { SignedIn } from '../sign-in/session'
import { useSay } from '../use-say'
import { Fetched, Place } from './frame'

type Day = CallAnswer<'dashboard.own'>['data']['days'][number]
type ModelPlace = Extract<Destination, { kind: 'model' }>

/** What the person has done lately, and how much there is in each model that they may see. */
export function Dashboard({ signedIn }: { readonly signedIn: SignedIn }) {
  const say = useSay()
  const own = useAnswer('dashboard.own')
  const models = destinations(signedIn.menu).filter((place) => place.kind === 'model')
  return (
    <Place title={say('@places.dashboard')}>
      <div className="loam-own-columns" data-wide="true">
        <section className="loam-own-card" aria-label={say('@places.lastDays')}>
          <h2>{say('@places.lastDays')}</h2>
          <Fetched answer={own}>{({ days }) => <Days days={days} />}</Fetched>
        </section>
        <section className="loam-own-card" aria-label={say('@places.byModel')}>
          <h2>{say('@places.byModel')}</h2>
          {models.length === 0 ? <p>{say('@places.noModels')}</p> : <Models models={models} />}
        </section>
      </div>
    </Place>
  )
}

/** A bar a day; the table of the same numbers is for those who do not see bars. */
function Days({ days }: { readonly days: readonly Day[] }) {
  const say = useSay()
  const most = Math.max(1, ...days.map((day) => Math.max(day.records, day.operations)))
  const height = (count: number) => `${Math.round((count / most) * 100)}%`
  return (
    <>
      <p className="loam-own-legend" aria-hidden="true">
        <span data-series="records">{say('@places.madeRecords')}</span>
        <span data-series="operations">{say('@places.operations')}</span>
      </p>
      <div className="loam-own-bars" aria-hidden="true">
        {days.map((day) => (
          <div key={day.day} title={`${day.day}  ${day.records} / ${day.operations}`}>
            <div className="loam-own-pair">
              <span data-series="records" style={{ height: height(day.records) }} />
              <span data-series="operations" style={{ height: height(day.operations) }} />
            </div>
            <small>{day.day.slice(8)}</small>
          </div>
        ))}
      </div>
      <table className="loam-own-unseen">
        <caption>{say('@places.lastDays')}</caption>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>{day.records}</td>
              <td>{day.operations}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface Count {
  readonly total: number
  readonly capped: boolean
}

/** How many records the person may see, model by model; one that cannot be counted says so. */
function useTotals(models: readonly ModelPlace[]): ReadonlyMap<string, Count | null> {
  const host = useHost()
  const [totals, setTotals] = useState<ReadonlyMap<string, Count | null>>(new Map())
  const asked = JSON.stringify(models.map(({ modelId, entry }) => [modelId, entry.id]))
  useEffect(() => {
    const leaving = new AbortController()
    for (const [modelId = '', menuId = ''] of JSON.parse(asked) as string[][]) {
      const know = (count: Count | null) => {
        if (!leaving.signal.aborted) setTotals((known) => new Map(known).set(menuId, count))
      }
      const input = {
        modelId,
        menuId,
        currentPage: 1,
        pageSize: 1,
        sort: '',
        sidx: '',
        queryJson: '',
        superQueryJson: '',
      }
      host.call('onlineDevelopment.list', input, { signal: leaving.signal }).then(
        ({ data }) => {
          const { total, capped = false } = (data as { pagination: { total: number; capped?: boolean } })
            .pagination
          know({ total, capped })
        },
        () => know(null),
      )
    }
    return () => leaving.abort()
  }, [host, asked])
  return totals
}

function Models({ models }: { readonly models: readonly ModelPlace[] }) {
  const say = useSay()
  const totals = useTotals(models)
  const most = Math.max(1, ...[...totals.values()].map((count) => count?.total ?? 0))
  return (
    <ul className="loam-own-totals">
      {models.map(({ entry, path }) => {
        const count = totals.get(entry.id)
        return (
          <li key={entry.id}>
            <Link to={path}>{entry.fullName}</Link>
            <span className="loam-own-bar" aria-hidden="true">
              <span style={{ width: `${((count?.total ?? 0) / most) * 100}%` }} />
            </span>
            <strong>
              {count === undefined
                ? '–'
                : count === null
                  ? say('@places.notCounted')
                  : `${count.total}${count.capped ? '+' : ''}`}
            </strong>
          </li>
        )
      })}
    </ul>
  )
}
