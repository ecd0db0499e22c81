import { Empty, Skeleton } from '@arco-design/web-react'
import { Meanwhile, onUse } from '@widgets/shared/on-use'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import type { ActionDocument } from '@runtime/action'
import { type ChartData, chartData } from '../../chart/series'
import { usePlace, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'

const Chart = onUse(async () => (await import('../../chart')).Chart)

export function ChartNode({ node }: NodeProps) {
  const { screen, scope, runner } = usePlace()
  const name = String(node['source'])
  const detail = useSource(screen, String(node['detail'] ?? name))
  const zoomed = node['zoomed'] as ActionDocument | undefined
  const { state, data, error } = useSource(screen, name)
  if (state === 'failed')
    return <ErrorNote message={error} retry={() => void screen.sources.reload([name])} />
  const drawn = chartData(data)
  const waiting = <Skeleton animation text={{ rows: 8 }} />
  if (!drawn && state === 'loading') return waiting
  if (!drawn?.series.some(({ points }) => points.length > 0))
    return <Empty description={screen.say(node['empty'] ?? '@page.empty', scope)} />
  return (
    <Meanwhile shown={waiting}>
      <Chart
        data={drawn}
        detail={node['detail'] === undefined ? null : chartData(detail.data)}
        {...(zoomed && {
          onZoom: (part) => void runner.run(zoomed, { zoom: isWhole(drawn) ? null : part }),
        })}
        label={screen.say(node['title'], scope)}
        zoom={node['zoom'] === true}
        bars={node['bars'] === true}
        {...(typeof node['height'] === 'number' && { height: node['height'] })}
      />
    </Meanwhile>
  )
}

/** Every reading is drawn already: there is nothing finer. */
function isWhole({ interval, downsampled }: ChartData): boolean {
  return interval === 'raw' && downsampled === false
}
