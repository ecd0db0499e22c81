import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, DataZoomComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// The one place that knows which parts of ECharts are there; it is fetched with the first chart.
use([BarChart, LineChart, GridComponent, TooltipComponent, DataZoomComponent, AriaComponent, CanvasRenderer])

/** A chart on an element. */
export interface Drawing {
  /** Shows other data or another look; what was zoomed to stays. */
  show(options: EChartsCoreOption): void
  resize(): void
  dispose(): void
}

export function drawChart(element: HTMLElement): Drawing {
  const chart = init(element)
  return {
    show: (options) => chart.setOption(options, { replaceMerge: ['series', 'yAxis'] }),
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  }
}
