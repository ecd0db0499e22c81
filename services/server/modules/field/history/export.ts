import { Readable } from 'node:stream'
import { clockOf, formatDate } from '@runtime/date'
import { type CallContext, FileReply, type Services } from '../../../module'
import { csvOf } from '../../../sheets/csv'
import { serialOf, workbookOf } from '../../../sheets/workbook'
import { columnsOf, type ExportSeries, exportRows, toldOf } from './rows'
import { metricText, readSpan, type Span, type SpanInput } from './span'

/** Name of the maker of these files (`services.downloads`). */
export const HISTORY_FILE = 'history'

type Format = 'csv' | 'xlsx'

/** A file that is yet to be made: what it holds and how its columns are headed, in the language of who asked for it. */
interface Request extends Pick<Span, 'from' | 'to' | 'interval' | 'zone'> {
  readonly format: Format
  readonly name: string
  readonly sheet: string
  readonly head: readonly string[]
  readonly series: readonly ExportSeries[]
}

const MOMENT = 'yyyy-MM-dd HH:mm:ss'
/** The same as spreadsheets write it. */
const SHOWN = 'yyyy-mm-dd hh:mm:ss'

/** Checks what is asked for and promises the file; it is made, from the first reading to the last, while it is fetched. */
export async function promiseHistory(
  context: CallContext,
  services: Services,
  input: SpanInput & { readonly format: Format },
): Promise<{ url: string; name: string }> {
  const request = await requestOf(context, input)
  return services.downloads.promise({ name: request.name, maker: HISTORY_FILE, request })
}

/** Checks what is asked for and answers it as CSV at once. */
export async function sendHistory(
  context: CallContext,
  services: Services,
  input: SpanInput,
  kinds?: readonly string[],
): Promise<FileReply> {
  return openHistory(services, await requestOf(context, { ...input, format: 'csv' }, kinds))
}

async function requestOf(
  context: CallContext,
  input: SpanInput & { readonly format: Format },
  kinds?: readonly string[],
): Promise<Request> {
  const span = await readSpan(context, input, kinds)
  const series = span.devices.flatMap(({ id, name, metrics }) =>
    metrics.map((metric) => ({ deviceId: id, deviceName: name, metric })),
  )
  const day = (at: number) => formatDate(at, 'yyyyMMdd', span.zone)
  const sheet = context.text('@history.fileName')
  return {
    from: span.from,
    to: span.to,
    interval: span.interval,
    zone: span.zone,
    format: input.format,
    name: `${sheet}_${day(span.from)}-${day(span.to)}.${input.format}`,
    sheet,
    head: [context.text('@history.time'), ...series.flatMap((one) => headOf(context, span, one))],
    series: series.map(({ deviceId, metric }) => ({ deviceId, metric })),
  }
}

function headOf(
  context: CallContext,
  span: Span,
  { deviceName, metric }: { readonly deviceName: string; readonly metric: string },
): string[] {
  const { name, unit } = metricText(context, metric)
  const title = `${deviceName} ${name}${unit ? `(${unit})` : ''}`
  if (span.interval === 'raw') return [title]
  if (columnsOf(span, metric) === 1) return [`${title} ${context.text(`@history.${toldOf(metric)}`)}`]
  return [toldOf(metric), 'lowest', 'highest'].map((part) => `${title} ${context.text(`@history.${part}`)}`)
}

/** The file itself. */
export function openHistory({ telemetry }: Pick<Services, 'telemetry'>, request: Request): FileReply {
  const { zone, head, series, format, name, sheet } = request
  const rows = exportRows(telemetry, request, series)
  if (format === 'csv') {
    const lines = (async function* () {
      for await (const { at, values } of rows) yield [formatDate(at, MOMENT, zone), ...values]
    })()
    return new FileReply(Readable.from(csvOf(head, lines)), 'text/csv; charset=utf-8', name)
  }
  const cells = (async function* () {
    // A workbook knows no zones: its times are those of the farm's clock.
    for await (const { at, values } of rows) yield [serialOf(clockOf(at, zone)), ...values]
  })()
  const columns = head.map((title, index) => ({ title, ...(index === 0 && { format: SHOWN }) }))
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new FileReply(workbookOf(sheet, columns, cells), type, name)
}
