import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { formatDate } from '@runtime/date'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useHost } from '../host'
import './chart.css'
import { type Drawing, drawChart } from './drawing'
import { chartOptions } from './options'
import { type Palette, readPalette, watchPalette } from './palette'
import { type ChartData, type ChartSeries, numberText, titleOf } from './series'

/** Below this width of the chart, in pixels, its axes stand closer. */
const NARROW = 520

export interface ChartProps {
  readonly data: ChartData
  /** Pixels. */
  readonly height?: number
  /** A slider under it, the wheel and two fingers. */
  readonly zoom?: boolean
  /** Bars from nought instead of lines. */
  readonly bars?: boolean
  readonly label: string
}

/** Lines over time; above them each series' last value and its age, which shows and hides its line. */
export function Chart({ data, height = 420, zoom = false, bars = false, label }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const palette = usePalette()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [isNarrow, setNarrow] = useState(false)
  const options = useMemo(
    () => chartOptions(data, { palette, zoom, bars, hidden, isNarrow }),
    [data, palette, zoom, bars, hidden, isNarrow],
  )
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const own = drawChart(element)
    drawing.current = own
    const observer = new ResizeObserver(() => {
      setNarrow(element.clientWidth < NARROW)
      own.resize()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      own.dispose()
    }
  }, [])
  useEffect(() => drawing.current?.show(options), [options])
  const toggle = (title: string) =>
    setHidden((before) => {
      const next = new Set(before)
      if (!next.delete(title)) next.add(title)
      return next
    })
  return (
    <figure className="loam-chart" aria-label={label}>
      <ul className="loam-chart-series">
        {data.series.map((series, index) => {
          const title = titleOf(series, data.series)
          return (
            <li key={`${series.deviceId ?? ''}.${series.metric ?? series.name}`}>
              <SeriesButton
                series={series}
                title={title}
                colour={palette.series[index % palette.series.length] ?? ''}
                shown={!hidden.has(title)}
                onToggle={() => toggle(title)}
              />
            </li>
          )
        })}
      </ul>
      <div ref={place} className="loam-chart-plot" style={{ height }} />
    </figure>
  )
}

interface SeriesButtonProps {
  readonly series: ChartSeries
  readonly title: string
  readonly colour: string
  readonly shown: boolean
  readonly onToggle: () => void
}

function SeriesButton({ series, title, colour, shown, onToggle }: SeriesButtonProps) {
  const host = useHost()
  const last = series.stats?.last ?? series.points.at(-1)?.[1]
  const at = series.stats?.lastAt ?? series.points.at(-1)?.[0]
  return (
    <Button size="small" className="loam-chart-key" aria-pressed={shown} onClick={onToggle}>
      <i style={{ background: colour }} aria-hidden />
      <span>{title}</span>
      {last !== undefined && last !== null && (
        <b>
          {numberText(last)} {series.unit}
        </b>
      )}
      {at !== undefined && at !== null && (
        <time dateTime={new Date(at).toISOString()}>
          {formatDate(at, 'MM-dd HH:mm', host.timeZone ?? null)}
        </time>
      )}
    </Button>
  )
}

let known: Palette | undefined
const listen = (changed: () => void) =>
  watchPalette(() => {
    known = undefined
    changed()
  })
const current = () => {
  known ??= readPalette()
  return known
}

function usePalette(): Palette {
  return useSyncExternalStore(listen, current)
}
