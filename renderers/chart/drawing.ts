import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, DataZoomComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// The one place that knows which parts of ECharts are there; it is fetched with the first chart.
use([BarChart, LineChart, GridComponent, TooltipComponent, DataZoomComponent, AriaComponent, CanvasRenderer])

/** A part of a chart's time: [from, to] as the axis counts. */
export type Part = readonly [from: number, to: number]

/** A chart on an element. */
export interface Drawing {
  /** Shows other data or another look; what was zoomed to stays. */
  show(options: EChartsCoreOption): void
  /** Shows the whole of its time again. */
  whole(): void
  resize(): void
  dispose(): void
}

/** @param onZoom hears what part of its time is shown after a person has chosen another; null: the whole */
export function drawChart(element: HTMLElement, onZoom: (part: Part | null) => void): Drawing {
  const chart = init(element)
  chart.on('datazoom', () => onZoom(partOf(chart.getOption())))
  return {
    // Moments come as the wall's clock shows them (`wall.ts`).
    show: (options) => chart.setOption({ useUTC: true, ...options }, { replaceMerge: ['series', 'yAxis'] }),
    whole: () => chart.setOption({ dataZoom: [WHOLE, WHOLE] }),
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  }
}

const WHOLE = { start: 0, end: 100 } as const

function partOf(options: object): Part | null {
  const { dataZoom } = options as {
    readonly dataZoom?: readonly {
      readonly start?: number
      readonly end?: number
      readonly startValue?: number
      readonly endValue?: number
    }[]
  }
  const { start = 0, end = 100, startValue, endValue } = dataZoom?.[0] ?? {}
  if (startValue === undefined || endValue === undefined || (start <= 0 && end >= 100)) return null
  return [startValue, endValue]
}
