import { PbfWriter } from 'pbf'
import { describe, expect, it } from 'vitest'
import type { Message } from '../broker/broker'
import type { Directory } from '../directory'
import type { Heard } from './adaptor'
import { createSparkplugAdaptor } from './sparkplug'
import { DATATYPE, encodePayload, type SparkplugMetric } from './sparkplug-payload'

const NOW = 1_790_000_000_000
const BD_SEQ = { name: 'bdSeq', value: 12, datatype: DATATYPE.uint64 }
/** Nothing of it is asked for here. */
const directory = {} as Directory
const message = (topic: string, payload: Uint8Array): Message => ({
  ...{ topic, payload, gatewayId: '', receivedAt: NOW, settle: () => undefined },
})

function born() {
  const adaptor = createSparkplugAdaptor()
  const read = (kind: string, metrics: SparkplugMetric[], at = 'n/d'): Heard['messages'] => {
    const payload = encodePayload({ timestamp: NOW, metrics, seq: 3 })
    return adaptor.read(message(`spBv1.0/P/${kind}/${at}`, payload), directory)?.messages ?? []
  }
  return { adaptor, read }
}

describe('Sparkplug’s DATA without types', () => {
  /** As other encoders write it: no type, by number or by name, the value as the type's own two's complement. */
  const INT = 10
  const LONG = 11
  interface Bare {
    readonly name?: string
    readonly alias?: number
    readonly field: number
    readonly value: number
  }
  const bare = (...metrics: readonly Bare[]) => {
    const pbf = new PbfWriter()
    pbf.writeVarintField(1, NOW)
    for (const metric of metrics)
      pbf.writeMessage(
        2,
        (_value, inner) => {
          if (metric.name !== undefined) inner?.writeStringField(1, metric.name)
          if (metric.alias !== undefined) inner?.writeVarintField(2, metric.alias)
          if (metric.field === 12) inner?.writeFloatField(12, metric.value)
          else if (metric.field === 13) inner?.writeDoubleField(13, metric.value)
          else if (metric.field === 14) inner?.writeBooleanField(14, metric.value === 1)
          else inner?.writeVarintField(metric.field, metric.value)
        },
        null,
      )
    return pbf.finish()
  }
  const hearing = () => {
    const { adaptor, read } = born()
    const say = (kind: string, ...metrics: readonly Bare[]) =>
      adaptor.read(message(`spBv1.0/P/${kind}/n/d`, bare(...metrics)), directory)?.messages ?? []
    const valuesOf = (messages: Heard['messages']) =>
      messages.flatMap((one) => (one.kind === 'readings' ? one.rows.flatMap(({ values }) => values) : []))
    return { adaptor, read, say, valuesOf }
  }

  it.each([
    ['int8', INT, [4_294_967_284, 244, -12, 100], [-12, -12, -12, 100]],
    ['int16', INT, [4_294_967_284, 65_524, -12, 30_000], [-12, -12, -12, 30_000]],
    ['int32', INT, [4_294_967_284, -12, 2_000_000_000], [-12, -12, 2_000_000_000]],
    ['int64', LONG, [-12, 4_294_967_284, NOW], [-12, 4_294_967_284, NOW]],
    ['uint8', INT, [244], [244]],
    ['uint16', INT, [65_524], [65_524]],
    ['uint32', INT, [4_294_967_284], [4_294_967_284]],
    ['uint32', LONG, [4_294_967_284], [4_294_967_284]],
    ['uint64', LONG, [NOW, 2 ** 63], [NOW, 2 ** 63]],
    ['float', 12, [33.3], [33.3]],
    ['double', 13, [33.3], [33.3]],
    ['boolean', 14, [1, 0], [1, 0]],
    ['boolean', INT, [1, 0], [1, 0]],
  ] as const)('takes %s by what the birth said, by number and by name', (type, field, sent, meant) => {
    const { read, say, valuesOf } = hearing()
    read('NBIRTH', [BD_SEQ], 'n')
    read('DBIRTH', [{ name: 'Air/x', alias: 1, value: null, datatype: DATATYPE[type] }])
    for (const [index, value] of sent.entries()) {
      expect(valuesOf(say('DDATA', { alias: 1, field, value }))).toEqual([['x', meant[index]]])
      expect(valuesOf(say('DDATA', { name: 'Air/x', field, value }))).toEqual([['x', meant[index]]])
    }
  })

  it('keeps none whose type nobody has said, and asks for it', () => {
    const { read, say, valuesOf } = hearing()
    const isAsked = (messages: Heard['messages']) => messages.some(({ kind }) => kind === 'unborn')
    const sent = { name: 'x', field: INT, value: 4_294_967_284 }
    const early = say('DDATA', sent)
    expect([valuesOf(early), isAsked(early)]).toEqual([[], true])
    // A number of its own field means itself.
    expect(valuesOf(say('DDATA', { name: 'y', field: 12, value: 1.5 }))).toEqual([['y', 1.5]])
    read('NBIRTH', [BD_SEQ], 'n')
    read('DBIRTH', [{ name: 'x', alias: 1, value: 0, datatype: DATATYPE.int32 }])
    expect(isAsked(say('DDATA', sent))).toBe(false)
    const unknown = say('DDATA', sent, { name: 'z', field: INT, value: 4_294_967_284 })
    expect([valuesOf(unknown), isAsked(unknown)]).toEqual([[['x', -12]], true])
    read('NDEATH', [BD_SEQ], 'n')
    const after = say('DDATA', { alias: 1, field: INT, value: 7 })
    expect([valuesOf(after), isAsked(after)]).toEqual([[], true])
  })

  it('goes by the newest birth, and by none that came after the message', () => {
    const { adaptor, read, say, valuesOf } = hearing()
    read('NBIRTH', [BD_SEQ], 'n')
    read('DBIRTH', [{ name: 'x', alias: 1, value: 0, datatype: DATATYPE.int32 }])
    const before = message('spBv1.0/P/DDATA/n/d', bare({ alias: 1, field: INT, value: 4_294_967_284 }))
    const heard = () => valuesOf(adaptor.read(before, directory)?.messages ?? [])
    expect(heard()).toEqual([['x', -12]])
    read('DBIRTH', [{ name: 'x', alias: 2, value: 0, datatype: DATATYPE.uint32 }])
    expect(valuesOf(say('DDATA', { alias: 2, field: INT, value: 4_294_967_284 }))).toEqual([
      ['x', 4_294_967_284],
    ])
    // The number of before stands for nothing any more.
    expect(say('DDATA', { alias: 1, field: INT, value: 5 })).toEqual([{ kind: 'unborn' }])
    expect(heard()).toEqual([['x', -12]])
  })

  it('knows the number of each device by itself, and a node by a will without a type', () => {
    const { adaptor, read, say, valuesOf } = hearing()
    read('NBIRTH', [BD_SEQ], 'n')
    read('DBIRTH', [{ name: 'x', alias: 1, value: 0, datatype: DATATYPE.int8 }])
    read('DBIRTH', [{ name: 'y', alias: 1, value: 0, datatype: DATATYPE.uint8 }], 'n/e')
    expect(valuesOf(say('DDATA', { alias: 1, field: INT, value: 244 }))).toEqual([['x', -12]])
    const will = bare({ name: 'bdSeq', field: LONG, value: 12 })
    expect(adaptor.read(message('spBv1.0/P/NDEATH/n', will), directory)?.messages).toEqual([
      { kind: 'status', status: { on: 0, bdSeq: 12 } },
    ])
  })

  it('sets bytes aside, of which a birth said the type', () => {
    const { adaptor, read } = hearing()
    read('NBIRTH', [BD_SEQ], 'n')
    read('DBIRTH', [{ name: 'picture', alias: 1, value: null, datatype: 17 }])
    const pbf = new PbfWriter()
    pbf.writeMessage(
      2,
      (_value, inner) => {
        inner?.writeVarintField(2, 1)
        inner?.writeBytesField(16, new Uint8Array([1, 2, 3]))
      },
      null,
    )
    expect(adaptor.read(message('spBv1.0/P/DDATA/n/d', pbf.finish()), directory)?.messages).toEqual([
      { kind: 'unkept', deviceId: 'd', why: 'not a number' },
    ])
  })

  it('counts from a birth on whatever its bdSeq: a node that is restarted begins at nought', () => {
    const { read, say } = hearing()
    const isAsked = (messages: Heard['messages']) => messages.some(({ kind }) => kind === 'unborn')
    const birth = (bdSeq: number) => {
      read('NBIRTH', [{ ...BD_SEQ, value: bdSeq }], 'n')
      read('DBIRTH', [{ name: 'x', alias: 1, value: 0, datatype: DATATYPE.int8 }])
    }
    const isBorn = () => !isAsked(say('DDATA', { alias: 1, field: INT, value: 244 }))
    birth(200)
    birth(0)
    read('NDEATH', [{ ...BD_SEQ, value: 200 }], 'n')
    expect(isBorn()).toBe(true)
    read('NDEATH', [{ ...BD_SEQ, value: 0 }], 'n')
    expect(isBorn()).toBe(false)
  })
})
