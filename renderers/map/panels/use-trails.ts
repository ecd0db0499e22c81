import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { useEffect, useMemo, useState } from 'react'
import type { Row } from '../store/snapshot'
import { joined, type TrailPoint, type Trails } from './trails'

/** How far back a trail begins, in milliseconds: a day. */
const PAST = 24 * 3_600_000
/** Points of a day: more are not seen on so small a line. */
const POINTS = 60
/** Points kept of what has come since: ten minutes of a device that reports every five seconds. */
const LENGTH = 120

/** What each metric of a device has reported in the last day: what is stored, and what has come since the panel was opened. */
export function useTrails(id: string, row: Row | undefined): Trails {
  const host = useHost()
  const isMeasured = row !== undefined && 'last' in row
  // One question a device, however long its panel stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another device begins anew.
  const opened = useMemo(() => host.now(), [host, id])
  const { data: past } = useQuery(
    isMeasured
      ? {
          call: 'weatherController.getHisDatas',
          input: { deviceIds: [id], startTime: opened - PAST, endTime: opened, maxPoints: POINTS },
        }
      : null,
  )
  const recent = useRecent(id, row)
  return useMemo(() => joined(past?.series ?? [], recent), [past, recent])
}

type Recent = Readonly<Record<string, readonly TrailPoint[]>>

function useRecent(id: string, row: Row | undefined): Recent {
  const host = useHost()
  const [kept, setKept] = useState<{ readonly id: string; readonly trails: Recent }>({ id, trails: {} })
  useEffect(() => {
    if (!row) return
    const time = typeof row['ts'] === 'number' ? row['ts'] : host.now()
    const last = (row['last'] ?? {}) as Readonly<Record<string, number>>
    setKept((known) => {
      const before = known.id === id ? known.trails : {}
      const trails: Record<string, readonly TrailPoint[]> = { ...before }
      for (const [name, value] of Object.entries(last)) {
        const points = before[name] ?? []
        // The same report again is no new point.
        if (points.at(-1)?.time !== time) trails[name] = [...points, { time, value }].slice(-LENGTH)
      }
      return { id, trails }
    })
  }, [id, row, host])
  return kept.id === id ? kept.trails : NONE
}

const NONE: Recent = {}
