import { metricByName, QUALITY } from '@runtime/field/kinds'
import type { TelemetryReader } from '../telemetry/telemetry'
import type { Span } from './span'

/** What a time of the file has: for each series the value alone, or of a summed-up time what it is told as, lowest and highest. */
export interface ExportRow {
  readonly at: number
  readonly values: readonly (number | null)[]
}

/** A series of the file, and how many columns it has. */
export interface ExportSeries {
  readonly deviceId: string
  readonly metric: string
}

/** Columns that a series has: the value, or what its time is told as, lowest and highest; of a direction none of these is. */
export function columnsOf({ interval }: Pick<Span, 'interval'>, metric: string): 1 | 3 {
  return interval === 'raw' || metricByName(metric)?.aggregate === 'direction' ? 1 : 3
}

/** As what a summed-up time of a metric stands in its first column: what a chart draws; of what it draws by its highest, the mean. */
export function toldOf(metric: string): 'mean' | 'sum' | 'last' {
  const aggregate = metricByName(metric)?.aggregate
  return aggregate === 'sum' || aggregate === 'last' ? aggregate : 'mean'
}

/** More than any metric's resolution, less than what dividing leaves behind. */
const rounded = (value: number) => Number(value.toFixed(4))

/**
 * Readings of several series side by side, a row for each time at which any of them has one: the series are read
 * in pieces and merged, so memory does not grow with the file.
 */
export async function* exportRows(
  telemetry: Pick<TelemetryReader, 'range'>,
  span: Pick<Span, 'from' | 'to' | 'interval'>,
  series: readonly ExportSeries[],
): AsyncGenerator<ExportRow> {
  const { from, to, interval } = span
  const widths = series.map(({ metric }) => columnsOf(span, metric))
  const readers = series.map(({ deviceId, metric }) =>
    telemetry.range({ deviceId, metrics: [metric], from, to, interval })[Symbol.asyncIterator](),
  )
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()))
    for (;;) {
      const at = Math.min(...heads.map(({ done, value }) => (done ? Number.POSITIVE_INFINITY : value.at)))
      if (at === Number.POSITIVE_INFINITY) return
      const values: (number | null)[] = []
      for (const [index, head] of heads.entries()) {
        const width = widths[index] ?? 1
        if (head.done || head.value.at !== at) {
          for (let column = 0; column < width; column++) values.push(null)
          continue
        }
        const { value, quality, min, max, sum, last } = head.value
        const told = { mean: rounded(value), sum: rounded(sum), last }[toldOf(series[index]?.metric ?? '')]
        // What a sensor says in an error is no number to reckon with: its place stays empty.
        const single = quality === QUALITY.BAD ? null : value
        values.push(...(width === 3 ? [told, min, max] : [interval === 'raw' ? single : told]))
        heads[index] = (await readers[index]?.next()) ?? head
      }
      yield { at, values }
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.return?.()))
  }
}
