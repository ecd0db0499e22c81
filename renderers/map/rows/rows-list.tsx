import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { useState } from 'react'
import type { Placed } from './places'

/** Rows that are listed at once; more when a person asks for them. */
const PART = 100

/** What the map shows, for those who read rather than see; and the way to a row by keyboard. */
export function RowsList({
  places,
  nameOf,
  chosen,
  onChoose,
}: {
  readonly places: readonly Placed[]
  readonly nameOf: (index: number) => string
  readonly chosen: number | null
  readonly onChoose: (place: Placed) => void
}) {
  const host = useHost()
  const [isOpen, setOpen] = useState(false)
  const [count, setCount] = useState(PART)
  const left = places.length - count
  return (
    <details className="loam-rows-map-list" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{host.text('@page.mapRows', { count: places.length })}</summary>
      {isOpen && (
        <ul>
          {places.slice(0, count).map((place) => (
            <li key={place.index}>
              <button
                type="button"
                aria-current={place.index === chosen ? 'true' : undefined}
                onClick={() => onChoose(place)}
              >
                {nameOf(place.index)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && left > 0 && (
        <Button onClick={() => setCount(count + PART)}>
          {host.text('@page.showMore', { count: Math.min(PART, left), left })}
        </Button>
      )}
    </details>
  )
}
