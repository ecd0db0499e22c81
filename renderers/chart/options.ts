import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from './palette'
import { brokenLine, type ChartData, numberText, titleOf, unitsOf } from './series'
import type { Wall } from './wall'

/** Pixels that an axis takes beside the plot. */
const AXIS_WIDTH = 56
/** Points up to which each is marked. */
const MARKED = 60

export interface ChartLook {
  readonly palette: Palette
  readonly zoom: boolean
  readonly bars: boolean
  /** Names of series that are not shown. */
  readonly hidden: ReadonlySet<string>
  readonly isNarrow: boolean
  readonly toWall: Wall['toWall']
}

/** What ECharts draws: a line (or bars) a series, an axis a unit, gaps as gaps, times by the wall's clock. */
export function chartOptions(
  data: ChartData,
  { palette, zoom, bars, hidden, isNarrow, toWall }: ChartLook,
): EChartsCoreOption {
  const units = unitsOf(data.series)
  const sides = [Math.ceil(units.length / 2), Math.floor(units.length / 2)] as const
  const margin = isNarrow ? AXIS_WIDTH - 14 : AXIS_WIDTH
  return {
    animation: false,
    color: [...palette.series],
    textStyle: { color: palette.text, fontFamily: 'inherit' },
    aria: { enabled: true },
    grid: {
      left: Math.max(1, sides[0]) * margin,
      right: Math.max(isNarrow ? 0.3 : 0.5, sides[1]) * margin,
      top: 34,
      bottom: zoom ? 74 : 32,
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
      axisPointer: { type: 'line', lineStyle: { color: palette.quiet } },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? numberText(value) : '—'),
    },
    xAxis: {
      type: 'time',
      ...(data.from === undefined ? {} : { min: toWall(data.from) }),
      ...(data.to === undefined ? {} : { max: toWall(data.to) }),
      axisLine: { lineStyle: { color: palette.line } },
      axisLabel: { color: palette.quiet, hideOverlap: true },
    },
    yAxis: units.map((unit, index) => ({
      type: 'value',
      name: unit,
      position: index % 2 === 0 ? 'left' : 'right',
      offset: Math.floor(index / 2) * margin,
      // A bar says how much by its height, which therefore begins at nought.
      scale: !bars,
      ...(bars && { minInterval: 1 }),
      nameTextStyle: { color: palette.quiet },
      axisLabel: { color: palette.quiet, formatter: numberText },
      splitLine: { show: index === 0, lineStyle: { color: palette.line, type: 'dashed' } },
    })),
    ...(zoom && {
      dataZoom: [
        { type: 'inside', filterMode: 'none' },
        {
          type: 'slider',
          filterMode: 'none',
          height: 22,
          bottom: 12,
          borderColor: palette.line,
          textStyle: { color: palette.quiet },
        },
      ],
    }),
    series: data.series.map((series, index) => {
      const title = titleOf(series, data.series)
      return {
        id: `${series.deviceId ?? ''}.${series.metric ?? index}`,
        name: series.unit ? `${title}（${series.unit}）` : title,
        type: bars ? 'bar' : 'line',
        yAxisIndex: units.indexOf(series.unit),
        data: hidden.has(title) ? [] : brokenLine(series).map(([at, value]) => [toWall(at), value]),
        connectNulls: false,
        showSymbol: series.points.length <= MARKED,
        symbolSize: 5,
        lineStyle: { width: 1.6 },
        ...(bars && { barMaxWidth: 24 }),
        itemStyle: { color: palette.series[index % palette.series.length] },
      }
    }),
  }
}
