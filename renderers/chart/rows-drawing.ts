import {
  BarChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  RadarChart,
  ScatterChart,
} from 'echarts/charts'
import {
  AriaComponent,
  DatasetComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  RadarComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Fetched with the first chart of rows. What leads elsewhere (titles with links, tool boxes, foreign pictures) is left out.
use([BarChart, FunnelChart, GaugeChart, HeatmapChart, LineChart, PieChart, RadarChart, ScatterChart])
use([AriaComponent, DatasetComponent, DataZoomComponent, GridComponent, LegendComponent, MarkLineComponent])
use([RadarComponent, TooltipComponent, VisualMapComponent, CanvasRenderer])

/** A chart of rows on an element. */
export interface RowsDrawing {
  /** @throws Error where ECharts cannot read a document's option */
  show(options: EChartsCoreOption): void
  resize(): void
  dispose(): void
}

export function drawRows(element: HTMLElement): RowsDrawing {
  const chart = init(element)
  return {
    show: (options) => chart.setOption({ useUTC: true, ...options }, { notMerge: true }),
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  }
}
