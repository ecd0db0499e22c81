import { Empty, Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { scopeOf } from '@runtime/expression'
import { isRecord } from '@runtime/json'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useCallback, useMemo, useState } from 'react'
import { TONES, type Tone } from '../../map/rows/draw-rows'
import { placesOf } from '../../map/rows/places'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'
import { StaleSource } from '../stale-source'
import { type PageRow, useRows } from '../use-rows'

const RowsMap = lazy(async () => (await import('../../map/rows/rows-map')).RowsMap)
const WAITING = <Skeleton animation text={{ rows: 6 }} />

type MapPlan = NodeProps<'map'>['node']

export function MapNode({ node }: NodeProps<'map'>) {
  const { screen, scope } = useNodeContext()
  const { rows, instead } = useRows(node)
  const { longitude, latitude, shape, height, fit, text, popup, tone } = node
  const places = useMemo(
    () => placesOf(rows, { longitude, latitude, shape }),
    [rows, longitude, latitude, shape],
  )
  const choice = useChoice(node, rows)
  if (instead) return instead
  if (places.length === 0) return <Empty description={screen.text(node.empty, scope)} />
  const withRow = (index: number) => scopeOf({ row: rows[index] }, scope)
  return (
    <>
      {node.source !== undefined && <StaleSource name={node.source} />}
      <LazyFallback shown={WAITING}>
        <RowsMap
          label={screen.text(node.title, scope)}
          places={places}
          height={height}
          fit={fit}
          toneOf={(index) => toneOf(tone?.evaluate(withRow(index)))}
          nameOf={(index) => screen.text(text, withRow(index))}
          popupOf={(index) => (popup ? screen.text(popup, withRow(index)) : '')}
          chosen={choice.index}
          onChoose={choice.choose}
        />
      </LazyFallback>
    </>
  )
}

const toneOf = (wanted: string | undefined): Tone => TONES.find((tone) => tone === wanted) ?? 'plain'

/** The chosen row: in the page's state where the node names one, so that it can be chosen from outside too. */
function useChoice({ key, selected, select }: MapPlan, rows: readonly PageRow[]) {
  const { screen, runner } = useNodeContext()
  const [own, setOwn] = useState<unknown>(null)
  const name = selected?.slice('page.'.length)
  const held = name === undefined ? own : screen.state[name]
  // In the address stands its key alone.
  const isKey = name !== undefined && screen.query.has(name)
  const id = isRecord(held) ? held[key] : isKey ? held : null
  const isChosen = (row: PageRow) => row[key] === id || (isKey && String(row[key]) === String(id))
  const index = rows.findIndex((row) => id !== null && id !== undefined && isChosen(row))
  const choose = useCallback(
    (next: number | null) => {
      const row = next === null ? null : (rows[next] ?? null)
      if (name === undefined) setOwn(row)
      else screen.choose(name, row && (isKey ? row[key] : structuredClone(row)))
      if (row && select) void runner.run(select, { row })
    },
    [rows, name, key, isKey, screen, runner, select],
  )
  return { index: index < 0 ? null : index, choose }
}
