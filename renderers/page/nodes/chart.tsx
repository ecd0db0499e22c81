import { Empty, Skeleton } from '@arco-design/web-react'
import { isRecord } from '@runtime/json'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { useMemo } from 'react'
import { rowsData } from '../../chart/rows'
import { type ChartData, chartData } from '../../chart/series'
import { useNodeContext, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { isMissing, StaleSource } from '../stale-source'
import { useRows } from '../use-rows'

const Chart = lazy(async () => (await import('../../chart')).Chart)
const RowsChart = lazy(async () => (await import('../../chart/rows-chart')).RowsChart)
const OptionChart = lazy(async () => (await import('../../chart/rows-chart')).OptionChart)

type ChartPlan = NodeProps<'chart'>['node']

const WAITING = <Skeleton animation text={{ rows: 8 }} />

export function ChartNode({ node }: NodeProps<'chart'>) {
  if (node.option) return <ChartOfOption node={node} />
  return node.y || node.source === undefined ? (
    <ChartOfRows node={node} />
  ) : (
    <ChartOverTime node={node} source={node.source} />
  )
}

function ChartOverTime({ node, source: name }: { readonly node: ChartPlan; readonly source: string }) {
  const { screen, scope, runner } = useNodeContext()
  const { zoomed, height } = node
  const detail = useSource(screen, node.detail ?? name)
  const known = useSource(screen, name)
  const { state, data, error } = known
  if (isMissing(known)) return <ErrorNote message={error} retry={() => void screen.sources.reload([name])} />
  const drawn = chartData(data)
  if (!drawn && state === 'loading') return WAITING
  if (!drawn?.series.some(({ points }) => points.length > 0))
    return <Empty description={screen.text(node.empty, scope)} />
  return (
    <>
      <StaleSource name={name} />
      <LazyFallback shown={WAITING}>
        <Chart
          data={drawn}
          detail={node.detail === undefined ? null : chartData(detail.data)}
          {...(zoomed && {
            onZoom: (part) => void runner.run(zoomed, { zoom: isWhole(drawn) ? null : part }),
          })}
          label={screen.text(node.title, scope)}
          zoom={node.zoom}
          bars={node.kind === 'bar'}
          {...(height !== undefined && { height })}
        />
      </LazyFallback>
    </>
  )
}

/** Every reading is drawn already: there is nothing finer. */
function isWhole({ interval, downsampled }: ChartData): boolean {
  return interval === 'raw' && downsampled === false
}

function ChartOfRows({ node }: { readonly node: ChartPlan }) {
  const { screen, scope } = useNodeContext()
  const { rows, instead } = useRows(node)
  const { kind, x = '', y = [], unit: given, height } = node
  const columns = y.map(({ path, label }) => ({ path, label: screen.text(label, scope) }))
  const unit = given ? screen.text(given, scope) : ''
  const text = JSON.stringify([rows.map((row) => [row[x], ...y.map(({ path }) => row[path])]), columns, unit])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn again when what it shows is another.
  const data = useMemo(
    () => rowsData(rows, { kind, unit, x, y: columns }, screen.host.text('@page.chartRest')),
    [text, kind, x, screen],
  )
  if (instead) return instead
  if (rows.length === 0) return <Empty description={screen.text(node.empty, scope)} />
  return (
    <>
      {node.source !== undefined && <StaleSource name={node.source} />}
      <LazyFallback shown={WAITING}>
        <RowsChart
          data={data}
          label={screen.text(node.title, scope)}
          {...(height !== undefined && { height })}
        />
      </LazyFallback>
    </>
  )
}

function ChartOfOption({ node }: { readonly node: ChartPlan }) {
  const { screen, scope } = useNodeContext()
  const { option: given, height } = node
  const value = given?.evaluate(scope)
  const text = isRecord(value) ? JSON.stringify(value) : null
  const option = useMemo(() => (text === null ? null : (JSON.parse(text) as object)), [text])
  if (!option) return <Empty description={screen.text(node.empty, scope)} />
  return (
    <LazyFallback shown={WAITING}>
      <OptionChart
        option={option as Readonly<Record<string, unknown>>}
        label={screen.text(node.title, scope)}
        {...(height !== undefined && { height })}
      />
    </LazyFallback>
  )
}
