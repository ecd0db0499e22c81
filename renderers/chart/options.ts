import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from './palette'
import {
  badMarks,
  brokenLine,
  type ChartData,
  type ChartSeries,
  isLone,
  numberText,
  titleOf,
  unitsOf,
} from './series'
import type { Wall } from './wall'

/** Pixels that an axis takes beside the plot. */
const AXIS_WIDTH = 56
/** Axes that have room beside the plot; a unit beyond them has its scale, and its numbers under the pointer. */
const AXES = { wide: 6, narrow: 2 } as const
/** Points up to which each is marked. */
const MARKED = 60
/** Series beyond the palette's colours have them again, with another stroke. */
export const STROKES = ['solid', 'dashed', 'dotted'] as const

export interface ChartTheme {
  readonly palette: Palette
  readonly zoom: boolean
  readonly bars: boolean
  /** Names of series that are not shown. */
  readonly hidden: ReadonlySet<string>
  readonly isNarrow: boolean
  readonly toWall: Wall['toWall']
  /** What a reading is called that no sensor can have measured. */
  readonly badTitle: string
}

/** What ECharts draws: a line (or bars) a series, an axis a unit, gaps as gaps, times by the wall's clock. */
export function chartOptions(
  data: ChartData,
  { palette, zoom, bars, hidden, isNarrow, toWall, badTitle }: ChartTheme,
): EChartsCoreOption {
  const shown = data.series.filter((series) => !hidden.has(titleOf(series, data.series)))
  const units = unitsOf(shown.length > 0 ? shown : data.series)
  const axes = Math.min(units.length, isNarrow ? AXES.narrow : AXES.wide)
  const sides = [Math.ceil(axes / 2), Math.floor(axes / 2)] as const
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
      show: index < axes,
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
        // A finger that goes up or down scrolls the page (`chart.css`).
        { type: 'inside', filterMode: 'none', preventDefaultMouseMove: false },
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
    series: data.series.flatMap((series, index) => {
      const title = titleOf(series, data.series)
      const id = `${series.deviceId ?? ''}.${series.metric ?? index}`
      const yAxisIndex = Math.max(0, units.indexOf(series.unit))
      const drawn = {
        id,
        name: series.unit ? `${title}（${series.unit}）` : title,
        type: bars ? 'bar' : 'line',
        yAxisIndex,
        ...dotsAndLine(series, hidden.has(title), toWall),
        connectNulls: false,
        lineStyle: { width: 1.6, type: strokeOf(index, palette) },
        ...(bars && { barMaxWidth: 24 }),
        itemStyle: { color: palette.series[index % palette.series.length] },
      }
      const marks = hidden.has(title) ? [] : badMarks(series)
      if (marks.length === 0) return [drawn]
      const name = `${title} ${badTitle}`
      return [drawn, { id: `${id}.bad`, name, yAxisIndex, ...crosses(marks, palette, toWall) }]
    }),
  }
}

/** A series' stroke: the palette's colours come round again. */
export function strokeOf(index: number, { series }: Pick<Palette, 'series'>): (typeof STROKES)[number] {
  return STROKES[Math.floor(index / series.length) % STROKES.length] ?? 'solid'
}

/** A cross over the place of a reading. */
const CROSS = 'path://M0,2L2,0L10,8L18,0L20,2L12,10L20,18L18,20L10,12L2,20L0,18L8,10Z'

/** Bad readings as crosses of the theme's red that no line joins; under the pointer stands what was said. */
function crosses(marks: ReturnType<typeof badMarks>, { bad }: Palette, toWall: Wall['toWall']) {
  return {
    type: 'line',
    data: marks.map(({ at, level }) => [toWall(at), level]),
    symbol: CROSS,
    symbolSize: 9,
    showAllSymbol: true,
    lineStyle: { opacity: 0 },
    itemStyle: { color: bad },
    tooltip: { valueFormatter: (_: unknown, index: number) => numberText(marks[index]?.value ?? 0) },
  }
}

/** A few points are marked each; of many only those that no line reaches, which would not be seen otherwise. */
function dotsAndLine(series: ChartSeries, isHidden: boolean, toWall: Wall['toWall']) {
  const line = isHidden ? [] : brokenLine(series)
  const isMarked = series.points.length <= MARKED
  const data = line.map(([at, value], index) => {
    const point = [toWall(at), value]
    return !isMarked && isLone(line, index) ? { value: point, symbol: 'circle' } : point
  })
  const hasLone = data.some((point) => !Array.isArray(point))
  return {
    data,
    symbolSize: hasLone ? 3 : 5,
    showSymbol: isMarked || hasLone,
    ...(hasLone && { symbol: 'none', showAllSymbol: true }),
  }
}
