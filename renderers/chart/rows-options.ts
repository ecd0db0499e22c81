import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from './palette'
import type { RowsData } from './rows'
import { numberText } from './series'

/** Rows beyond which a line is thinned for drawing and scatter is drawn in bulk. */
const MANY = 2000
/** Parts of the plot that the steps of a heat map's colour take of the first series' colour. */
const FAINT = 0.12

/** What all charts have in common: the theme, and words by the pointer that are never read as markup. */
export function commonOptions(palette: Palette): EChartsCoreOption {
  return {
    animation: false,
    color: [...palette.series],
    textStyle: { color: palette.text, fontFamily: 'inherit' },
    aria: { enabled: true },
    tooltip: {
      confine: true,
      renderMode: 'richText',
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
    },
  }
}

/** An ECharts option of a document, in the theme. */
export function ownOptions(option: Readonly<Record<string, unknown>>, palette: Palette): EChartsCoreOption {
  const common = commonOptions(palette)
  const tooltip = {
    ...(common['tooltip'] as object),
    ...(option['tooltip'] as object),
    renderMode: 'richText',
  }
  return { ...common, ...option, aria: { enabled: true }, tooltip }
}

/** What ECharts draws of rows. */
export function rowsOptions(data: RowsData, palette: Palette): EChartsCoreOption {
  return { ...commonOptions(palette), ...legend(data, palette), ...OPTIONS[data.kind](data, palette) }
}

const OPTIONS: Readonly<Record<RowsData['kind'], (data: RowsData, palette: Palette) => EChartsCoreOption>> = {
  line: (data, palette) => ({
    ...axes(data, palette),
    series: data.series.map(({ name, values }) => ({
      name,
      type: 'line',
      data: values,
      connectNulls: false,
      showSymbol: values.length <= 60,
      ...(values.length > MANY && { sampling: 'lttb' }),
    })),
  }),
  bar: (data, palette) => ({
    ...axes(data, palette),
    series: data.series.map(({ name, values }) => ({
      name,
      type: 'bar',
      data: values,
      barMaxWidth: 32,
      large: values.length > MANY,
    })),
  }),
  scatter: (data, palette) => ({
    ...axes(data, palette, data.names.every(isNumber)),
    series: data.series.map(({ name, values }) => ({
      name,
      type: 'scatter',
      symbolSize: 8,
      large: values.length > MANY,
      data: data.names.every(isNumber)
        ? values.map((value, index) => [Number(data.names[index]), value])
        : values,
    })),
  }),
  pie: ({ names, series, unit }, palette) => ({
    tooltip: tipOf(palette, unit),
    series: series.map(({ name, values }, index) => ({
      name,
      type: 'pie',
      radius: ringOf(index, series.length),
      label: { color: palette.text },
      data: partsOf(names, values),
    })),
  }),
  funnel: ({ names, series, unit }, palette) => ({
    tooltip: tipOf(palette, unit),
    series: series.slice(0, 1).map(({ name, values }) => ({
      name,
      type: 'funnel',
      top: 34,
      bottom: 8,
      label: { color: palette.text },
      data: partsOf(names, values),
    })),
  }),
  radar: ({ names, series, unit }, palette) =>
    // A radar without a single ray is none.
    names.length === 0
      ? {}
      : {
          tooltip: tipOf(palette, unit),
          radar: {
            indicator: names.map((name, index) => ({
              name,
              max: Math.max(0, ...series.map(({ values }) => values[index] ?? 0)) || 1,
            })),
            axisName: { color: palette.quiet },
            splitArea: { show: false },
            splitLine: { lineStyle: { color: palette.line } },
            axisLine: { lineStyle: { color: palette.line } },
          },
          series: [
            {
              type: 'radar',
              data: series.map(({ name, values }) => ({ name, value: values.map((one) => one ?? 0) })),
            },
          ],
        },
  gauge: ({ names, series, unit }, palette) => ({
    series: series.slice(0, 1).map(({ values }) => ({
      type: 'gauge',
      max: scaleEnd(values),
      progress: { show: true },
      axisLabel: { color: palette.quiet },
      title: { color: palette.quiet },
      detail: { color: palette.text, fontSize: 20, formatter: `{value} ${unit}` },
      data: partsOf(names, values).slice(0, 3),
    })),
  }),
  heat: ({ names, series, unit }, palette) => ({
    tooltip: tipOf(palette, unit),
    legend: undefined,
    grid: { left: 8, right: 8, top: 8, bottom: 48, containLabel: true },
    xAxis: { type: 'category', data: names, axisLabel: { color: palette.quiet } },
    yAxis: { type: 'category', data: series.map(({ name }) => name), axisLabel: { color: palette.quiet } },
    visualMap: {
      ...extentOf(series),
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 120,
      textStyle: { color: palette.quiet },
      inRange: { color: [faint(palette.series[0] ?? ''), palette.series[0]] },
    },
    series: [
      {
        type: 'heatmap',
        data: series.flatMap(({ values }, row) => values.map((value, column) => [column, row, value ?? '-'])),
      },
    ],
  }),
}

function legend({ series, kind }: RowsData, palette: Palette): EChartsCoreOption {
  if (series.length < 2 || kind === 'pie' || kind === 'heat') return {}
  return { legend: { top: 0, type: 'scroll', textStyle: { color: palette.text } } }
}

function axes({ names, unit, series }: RowsData, palette: Palette, isNumeric = false): EChartsCoreOption {
  return {
    grid: { left: 8, right: 16, top: series.length > 1 ? 40 : 30, bottom: 8, containLabel: true },
    tooltip: { ...tipOf(palette, unit), trigger: isNumeric ? 'item' : 'axis' },
    xAxis: {
      type: isNumeric ? 'value' : 'category',
      ...(isNumeric ? { scale: true } : { data: names }),
      axisLine: { lineStyle: { color: palette.line } },
      axisLabel: { color: palette.quiet, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      name: unit,
      nameTextStyle: { color: palette.quiet },
      axisLabel: { color: palette.quiet, formatter: numberText },
      splitLine: { lineStyle: { color: palette.line, type: 'dashed' } },
    },
  }
}

function tipOf(palette: Palette, unit: string): object {
  return {
    ...(commonOptions(palette)['tooltip'] as object),
    valueFormatter: (value: unknown) => (typeof value === 'number' ? `${numberText(value)} ${unit}` : '—'),
  }
}

/** Several columns of parts are rings around each other. */
function ringOf(index: number, count: number): readonly [string, string] {
  const width = 65 / count
  return [`${index === 0 ? 0 : index * width + 5}%`, `${(index + 1) * width}%`]
}

function partsOf(names: readonly string[], values: readonly (number | null)[]) {
  return names.map((name, index) => ({ name, value: values[index] ?? 0 }))
}

function extentOf(series: RowsData['series']): { readonly min: number; readonly max: number } {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { values } of series)
    for (const value of values) {
      if (value === null) continue
      min = Math.min(min, value)
      max = Math.max(max, value)
    }
  return min <= max ? { min, max } : { min: 0, max: 1 }
}

/** A round end of a gauge's scale: 1, 2 or 5 of a power of ten, at least what is shown. */
function scaleEnd(values: readonly (number | null)[]): number {
  const { max } = extentOf([{ name: '', values }])
  if (max <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  return ([1, 2, 5, 10].find((step) => step * power >= max) ?? 10) * power
}

function isNumber(text: string): boolean {
  return text !== '' && Number.isFinite(Number(text))
}

/** A colour let through to the surface. */
function faint(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${FAINT})`)
}
