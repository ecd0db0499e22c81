import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { csvOf } from '../../../sheets/csv'
import { serialOf, workbookOf } from '../../../sheets/workbook'
import type { RangeRow, TelemetryReader } from '../telemetry/telemetry'
import { exportRows } from './rows'

const MINUTE = 60_000

/** A reader of series that are given whole. */
function readerOf(
  series: Readonly<Record<string, readonly (readonly [number, number])[]>>,
): Pick<TelemetryReader, 'range'> {
  return {
    async *range({ deviceId, metrics: [metric = ''] }) {
      for (const [at, value] of series[`${deviceId}.${metric}`] ?? []) {
        const all = { value, min: value - 1, max: value + 1, sum: value, first: value, last: value }
        yield { metric, at, quality: 0, n: 1, ...all } satisfies RangeRow
      }
    },
  }
}

const collected = async <T>(rows: AsyncIterable<T>) => {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe('series side by side', () => {
  const reader = readerOf({
    'SM-1.vwc20': [
      [0, 20],
      [2 * MINUTE, 21],
    ],
    'SM-2.vwc20': [
      [MINUTE, 30],
      [2 * MINUTE, 31],
    ],
  })
  const series = ['SM-1', 'SM-2', 'SM-3'].map((deviceId) => ({ deviceId, metric: 'vwc20' }))
  const all = { from: 0, to: 10 * MINUTE }

  it('have a row for each time at which any has a reading', async () => {
    expect(await collected(exportRows(reader, { ...all, interval: 'raw' }, series))).toEqual([
      { at: 0, values: [20, null, null] },
      { at: MINUTE, values: [null, 30, null] },
      { at: 2 * MINUTE, values: [21, 31, null] },
    ])
  })

  it('of summed-up times say what a chart draws: rain by its sum, a counter by its last state', async () => {
    const hour = { at: 0, quality: 0, n: 3, value: 1 / 3, min: 0, max: 1, sum: 1, first: 1, last: 0 }
    const summed: Pick<TelemetryReader, 'range'> = {
      async *range({ metrics: [metric = ''] }) {
        yield { metric, ...hour }
      },
    }
    const mixed = ['vwc20', 'rain', 'total'].map((metric) => ({ deviceId: 'D', metric }))
    const [first] = await collected(exportRows(summed, { ...all, interval: '1h' }, mixed))
    expect(first?.values).toEqual([0.3333, 0, 1, 1, 0, 1, 0, 0, 1])
  })

  it('of summed-up directions have their mean alone, and no extremes', async () => {
    const wind = [{ deviceId: 'SM-1', metric: 'windDirection' }]
    const north: Pick<TelemetryReader, 'range'> = {
      async *range() {
        yield {
          metric: 'windDirection',
          at: 0,
          quality: 0,
          n: 2,
          value: 1,
          min: null,
          max: null,
          sum: 362,
          first: 359,
          last: 3,
        }
      },
    }
    expect(await collected(exportRows(north, { ...all, interval: '1h' }, wind))).toEqual([
      { at: 0, values: [1] },
    ])
    expect(await collected(exportRows(north, { ...all, interval: 'raw' }, wind))).toEqual([
      { at: 0, values: [1] },
    ])
  })

  it('of summed-up times have mean, lowest and highest', async () => {
    const [first] = await collected(exportRows(reader, { ...all, interval: '1h' }, series.slice(0, 2)))
    expect(first).toEqual({ at: 0, values: [20, 19, 21, null, null, null] })
  })
})

describe('a file of readings', () => {
  const HEADS = ['时间', '=SM-07 & "20"', '空'].map((title, at) => ({
    ...{ title, ...(at === 0 && { format: 'yyyy-mm-dd hh:mm:ss' }) },
  }))
  async function* rows(count: number) {
    for (let index = 0; index < count; index++) yield [serialOf(index * MINUTE), index / 2, null]
  }

  it('as CSV is quoted, marked as UTF-8, and starts no formula', async () => {
    async function* table() {
      yield ['2026-06-01 00:00:00', 23.5, null]
      yield ['=1+1', -4, 'a"b,c']
    }
    const text = (await collected(csvOf(['时间', '=cmd', '含水率,20'], table()))).join('')
    expect(text).toBe('\uFEFF时间,\'=cmd,"含水率,20"\r\n2026-06-01 00:00:00,23.5,\r\n\'=1+1,-4,"a""b,c"\r\n')
  })

  it('as a workbook has times as times, a sheet for each full one, and any title', async () => {
    const stream = workbookOf('墒情[7]/<1>', HEADS, rows(2_300), 1_000)
    const book = read(await buffer(stream), { cellDates: false })
    expect(book.SheetNames).toEqual(['墒情 7  <1>', '墒情 7  <1> 2', '墒情 7  <1> 3'])
    const sheets = book.SheetNames.map((name) =>
      utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1, raw: true }),
    )
    expect(sheets.map((sheet) => sheet.length)).toEqual([1_001, 1_001, 301])
    expect(sheets[0]?.[0]).toEqual(['时间', '=SM-07 & "20"', '空'])
    expect(sheets[2]?.[300]).toEqual([expect.closeTo(25_569 + (2_299 * MINUTE) / 86_400_000, 6), 1149.5])
    expect(book.Sheets[book.SheetNames[0] ?? '']?.['A2']).toMatchObject({ t: 'n', w: '1970-01-01 00:00:00' })
  })

  it.each(['csv', 'xlsx'] as const)(
    'of any size (%s) is made no further than it is fetched',
    async (format) => {
      const most = 150_000
      let made = 0
      async function* many() {
        for (; made < most; made++) yield [serialOf(made * MINUTE), made, made / 2, null, made / 3]
      }
      async function* table() {
        for await (const [serial, ...values] of many()) yield [String(serial), ...values]
      }
      const stream =
        format === 'csv' ? Readable.from(csvOf(['a'], table())) : workbookOf('a', [{ title: 'a' }], many())
      const reader = stream[Symbol.asyncIterator]()
      let bytes = Buffer.byteLength((await reader.next()).value as Buffer)
      // Nobody fetches on: what is made ahead stops by itself, long before the end.
      let before = -1
      while (before !== made) {
        before = made
        for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
      expect(made).toBeLessThan(most / 3)
      for (let part = await reader.next(); !part.done; part = await reader.next())
        bytes += Buffer.byteLength(part.value as Buffer)
      expect(made).toBe(most)
      expect(bytes).toBeGreaterThan(500_000)
    },
  )

  it('that cannot be read on breaks off, and does not look whole', async () => {
    async function* broken() {
      yield [0, 1]
      throw new Error('the database has gone')
    }
    await expect(buffer(workbookOf('a', HEADS, broken()))).rejects.toThrow('the database has gone')
  })
})
