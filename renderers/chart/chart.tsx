import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { formatDate, type TimeZone } from '@runtime/date'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../host'
import './chart.css'
import { type Drawing, drawChart, type Part } from './drawing'
import { chartOptions, strokeOf } from './options'
import { type ChartData, type ChartSeries, numberText, titleOf, withDetail } from './series'
import { usePalette } from './use-palette'
import { wallOf } from './wall'

/** Below this width of the chart, in pixels, its axes stand closer. */
const NARROW = 520
/** How long the part that is shown must rest before it is told of, in milliseconds. */
const REST = 250

export interface ChartProps {
  readonly data: ChartData
  /** Pixels. */
  readonly height?: number
  /** A slider under it, the wheel and two fingers. */
  readonly zoom?: boolean
  /** Bars from nought instead of lines. */
  readonly bars?: boolean
  readonly label: string
  /** Finer data of a part of its time, drawn in the place of that part. */
  readonly detail?: ChartData | null
  /** Hears, once it rests, what part of its time is looked at, in milliseconds since 1970; null: the whole. */
  readonly onZoom?: (part: { readonly from: number; readonly to: number } | null) => void
}

/** Lines over time; above them each series' last value and its age, which shows and hides its line. */
export function Chart({ data, height = 420, zoom = false, bars = false, label, detail, onZoom }: ChartProps) {
  const host = useHost()
  const zone = data.timeZone ?? host.timeZone ?? null
  const wall = useMemo(() => wallOf(zone), [zone])
  const badTitle = host.text('@history.bad')
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const palette = usePalette()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [isNarrow, setNarrow] = useState(false)
  const options = useMemo(
    () =>
      chartOptions(withDetail(data, detail ?? null), {
        palette,
        zoom,
        bars,
        hidden,
        isNarrow,
        toWall: wall.toWall,
        badTitle,
      }),
    [data, detail, palette, zoom, bars, hidden, isNarrow, wall, badTitle],
  )
  const part = useRef<Part | null>(null)
  const zoomed = useRef<(part: Part | null) => void>(undefined)
  zoomed.current = (part) =>
    onZoom?.(part && { from: Math.floor(wall.fromWall(part[0])), to: Math.ceil(wall.fromWall(part[1])) })
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let resting: ReturnType<typeof setTimeout> | undefined
    const own = drawChart(element, (next) => {
      part.current = next
      clearTimeout(resting)
      resting = setTimeout(() => zoomed.current?.(next), REST)
    })
    drawing.current = own
    const observer = new ResizeObserver(() => {
      setNarrow(element.clientWidth < NARROW)
      own.resize()
    })
    observer.observe(element)
    return () => {
      clearTimeout(resting)
      observer.disconnect()
      own.dispose()
    }
  }, [])
  useEffect(() => drawing.current?.show(options), [options])
  // Another time is looked at from its whole; of the same time the same part is, and its detail is another.
  const shown = useRef(data)
  useEffect(() => {
    const before = shown.current
    shown.current = data
    if (before === data) return
    if (before.from !== data.from || before.to !== data.to) {
      part.current = null
      drawing.current?.whole()
    } else if (part.current) zoomed.current?.(part.current)
  }, [data])
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
                stroke={strokeOf(index, palette)}
                shown={!hidden.has(title)}
                zone={zone}
                badTitle={badTitle}
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
  readonly stroke: string
  readonly shown: boolean
  readonly zone: TimeZone
  readonly badTitle: string
  readonly onToggle: () => void
}

function SeriesButton({ series, title, colour, stroke, shown, zone, badTitle, onToggle }: SeriesButtonProps) {
  const bad = series.bad?.length ?? 0
  const last = series.stats?.last ?? series.points.at(-1)?.[1]
  const at = series.stats?.lastAt ?? series.points.at(-1)?.[0]
  return (
    <Button size="small" className="loam-chart-key" aria-pressed={shown} onClick={onToggle}>
      <i style={{ color: colour }} data-stroke={stroke} aria-hidden />
      <span>{title}</span>
      {last !== undefined && last !== null && (
        <b>
          {numberText(last)} {series.unit}
        </b>
      )}
      {at !== undefined && at !== null && (
        <time dateTime={new Date(at).toISOString()}>{formatDate(at, 'MM-dd HH:mm', zone)}</time>
      )}
      {bad > 0 && (
        <em>
          {badTitle} {bad}
        </em>
      )}
    </Button>
  )
}
