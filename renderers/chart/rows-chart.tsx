import type { EChartsCoreOption } from 'echarts/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../host'
import './chart.css'
import type { RowsData } from './rows'
import { drawRows, type RowsDrawing } from './rows-drawing'
import { ownOptions, rowsOptions } from './rows-options'
import { numberText } from './series'
import { usePalette } from './use-palette'

/** Rows of the table that says what the chart shows. */
const MOST_SAID = 200

interface ChartFrameProps {
  readonly label: string
  /** Pixels. */
  readonly height?: number
}

/** Rows as a chart, with a table of the same numbers. */
export function RowsChart({ data, ...frame }: ChartFrameProps & { readonly data: RowsData }) {
  const palette = usePalette()
  const options = useMemo(() => rowsOptions(data, palette), [data, palette])
  return (
    <Frame {...frame} options={options}>
      <Numbers data={data} />
    </Frame>
  )
}

/** An ECharts option of a document, in the theme, with what it says as text. */
export function OptionChart({
  option,
  ...frame
}: ChartFrameProps & { readonly option: Readonly<Record<string, unknown>> }) {
  const host = useHost()
  const palette = usePalette()
  const options = useMemo(() => ownOptions(option, palette), [option, palette])
  const { dataset, series } = option
  return (
    <Frame {...frame} options={options}>
      <details className="loam-chart-numbers">
        <summary>{host.text('@page.chartNumbers')}</summary>
        <pre>{JSON.stringify(dataset ?? series ?? [], null, 1).slice(0, 100 * MOST_SAID)}</pre>
      </details>
    </Frame>
  )
}

function Frame({
  label,
  height = 320,
  options,
  children,
}: ChartFrameProps & { readonly options: EChartsCoreOption; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<RowsDrawing>(undefined)
  const [fault, setFault] = useState<unknown>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const own = drawRows(element)
    drawing.current = own
    const observer = new ResizeObserver(() => own.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      own.dispose()
    }
  }, [])
  useEffect(() => {
    try {
      drawing.current?.show(options)
      setFault(null)
    } catch (error) {
      setFault(error)
    }
  }, [options])
  if (fault) throw fault
  return (
    <figure className="loam-chart" aria-label={label}>
      <div ref={place} className="loam-chart-plot" style={{ height }} />
      {children}
    </figure>
  )
}

/** What the chart shows, for those who read rather than see. */
function Numbers({ data: { names, series, unit } }: { readonly data: RowsData }) {
  const host = useHost()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="loam-chart-numbers" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{host.text('@page.chartNumbers')}</summary>
      {isOpen && (
        <table>
          <thead>
            <tr>
              <td />
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {unit === '' ? name : `${name} (${unit})`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.slice(0, MOST_SAID).map((name, row) => (
              // Two rows may have one name; their order is what they are known by.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              <tr key={row}>
                <th scope="row">{name}</th>
                {series.map(({ name: column, values }) => (
                  <td key={column}>{textOf(values[row])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && names.length > MOST_SAID && (
        <p>{host.text('@page.chartMore', { count: names.length - MOST_SAID })}</p>
      )}
    </details>
  )
}

const textOf = (value: number | null | undefined): string =>
  typeof value === 'number' ? numberText(value) : '—'
