import { Empty, Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { lazy, Suspense } from 'react'
import { chartData } from '../../chart/series'
import { usePlace, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'

const Chart = lazy(async () => ({ default: (await import('../../chart')).Chart }))

export function ChartNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  const name = String(node['source'])
  const { state, data, error } = useSource(screen, name)
  if (state === 'failed')
    return <ErrorNote message={error} retry={() => void screen.sources.reload([name])} />
  const drawn = chartData(data)
  const waiting = <Skeleton animation text={{ rows: 8 }} />
  if (!drawn && state === 'loading') return waiting
  if (!drawn?.series.some(({ points }) => points.length > 0))
    return <Empty description={screen.say(node['empty'] ?? '@page.empty', scope)} />
  return (
    <Suspense fallback={waiting}>
      <Chart
        data={drawn}
        label={screen.say(node['title'], scope)}
        zoom={node['zoom'] === true}
        bars={node['bars'] === true}
        {...(typeof node['height'] === 'number' && { height: node['height'] })}
      />
    </Suspense>
  )
}
