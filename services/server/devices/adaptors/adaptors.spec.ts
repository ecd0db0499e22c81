import { deflateSync } from 'node:zlib'
import type { CommandPayload } from '@runtime/field/topics'
import { PbfWriter } from 'pbf'
import { describe, expect, it } from 'vitest'
import type { Message } from '../broker/broker'
import type { Directory, KnownDevice } from '../directory'
import { type Heard, Refused } from './adaptor'
import { createChirpstackAdaptor } from './chirpstack'
import { loamAdaptor } from './loam'
import { createSparkplugAdaptor } from './sparkplug'
import { DATATYPE, decodePayload, encodePayload, type SparkplugMetric } from './sparkplug-payload'
import { createThingsboardAdaptor } from './thingsboard'
import { attributesAnswer } from './thingsboard-attributes'
import { timeOf } from './time'

const NOW = 1_790_000_000_000
const device = (id: string, gatewayId: string): KnownDevice => ({
  ...{ id, gatewayId, no: 1, projectId: 'P', kind: 'SOIL', name: id, everySec: 300 },
})
const directory = {
  gateway: (id: string) => ({
    gatewayId: id,
    projectId: 'P',
    protocol: id.startsWith('T') ? 'thingsboard' : 'sparkplug',
    tokenHash: '',
  }),
  device: (id: string) => (id === 'node' ? device(id, id) : undefined),
  devicesOf: (id: string) => (id === 'T1' ? [device('only', id)] : [device('a', id), device('b', id)]),
} as unknown as Directory

const message = (topic: string, payload: unknown, gatewayId = ''): Message => ({
  topic,
  payload: payload instanceof Uint8Array ? payload : Buffer.from(JSON.stringify(payload)),
  gatewayId,
  receivedAt: NOW,
  settle: () => undefined,
})
const command: CommandPayload = {
  ...{ id: 'c1', seq: 88, op: 'valve.set', dir: 1, gat: 100 },
  ...{ iat: NOW, exp: NOW + 1, ttlMs: 1, il: 'v1' },
}
const to = { projectId: 'P', gatewayId: 'T2', deviceId: 'a' }
const text = (payload: Uint8Array) => JSON.parse(Buffer.from(payload).toString())

describe('the project’s own topics', () => {
  const read = (topic: string, payload: unknown) =>
    loamAdaptor.read(message(topic, payload), directory)?.messages

  it('say all that a pump tells of itself, its set point too', () => {
    const reported = { ts: 9, st: 2, mode: 1, freq: 42.5, set: 0.32 }
    expect(read('sf/v1/P/G/D/state', reported)).toEqual([{ kind: 'state', deviceId: 'D', reported }])
  })
  it('say until when it goes on by itself, or that nothing is to end', () => {
    const stateOf = (until: unknown) => read('sf/v1/P/G/D/state', { ts: 9, st: 2, until })
    for (const until of [NOW, null])
      expect(stateOf(until)).toEqual([{ kind: 'state', deviceId: 'D', reported: { ts: 9, st: 2, until } }])
    expect(stateOf('soon')).toEqual([{ kind: 'state', deviceId: 'D', reported: { ts: 9, st: 2 } }])
  })
  it('say readings, and those of a backlog', () => {
    expect(read('sf/v1/P/G/D/tele', { seq: 4, boot: 'b', ts: 9, m: { vwc20: 1, no: 'x' } })).toEqual([
      {
        ...{ kind: 'readings', deviceId: 'D', bootId: 'b', seq: 4, isBacklog: false },
        rows: [{ at: 9, values: [['vwc20', 1]] }],
      },
      { kind: 'unkept', deviceId: 'D', why: 'not a number' },
    ])
    const backlog = {
      b: [
        [1, { bat: 3 }],
        [2, { bat: 4 }],
      ],
    }
    expect(read('sf/v1/P/G/D/tele', backlog)).toMatchObject([
      { isBacklog: true, rows: [{ at: 1 }, { at: 2 }] },
    ])
  })

  it('say numbers that came as texts or within objects, and that the rest is none', () => {
    const m = { a: '23.4', b: ' -1e2 ', soil: { vwc: { deep: 3 }, ec: '0.5' }, none: null }
    expect(read('sf/v1/P/G/D/tele', { ts: 9, m })).toMatchObject([
      {
        rows: [
          {
            values: [
              ['a', 23.4],
              ['b', -100],
              ['soil.vwc.deep', 3],
              ['soil.ec', 0.5],
            ],
          },
        ],
      },
    ])
    for (const value of ['', '0x10', '1,5', 'on', [1], { list: [1] }, '1e999'])
      expect(read('sf/v1/P/G/D/tele', { m: { a: 1, value } })).toMatchObject([
        { rows: [{ values: [['a', 1]] }] },
        { kind: 'unkept', why: 'not a number' },
      ])
  })

  it('refuse what cannot be read, and leave other topics alone', () => {
    for (const payload of [1, {}, { m: 3 }, { b: [[1]] }, { b: Array.from({ length: 501 }, () => [1, {}]) }])
      expect(() => read('sf/v1/P/G/D/tele', payload)).toThrow(Refused)
    expect(() => read('sf/v1/P/G/status', { on: 1 })).toThrow('bdSeq')
    expect(() => read('sf/v1/P/G/D/ack', { id: 'c', st: 'MAYBE' })).toThrow(Refused)
    expect(read('other/v1/P/G/D/tele', {})).toBeUndefined()
    // The echo of what the server itself asks.
    expect(read('sf/v1/P/G/req', { id: 'r', what: 'state' })).toEqual([])
  })
})

describe('a time', () => {
  it('is a number, one in quotes or a moment in words, and never silently now', () => {
    for (const value of [
      ...[NOW, String(NOW), ` ${NOW} `, `${NOW}.0`, '2026-09-21T14:13:20Z', '2026-09-21 14:13:20.000'],
      ...[
        '2026-09-21T14:13:20.000000123Z',
        '2026-09-21T22:13:20+08:00',
        '2026-09-21T22:13:20+0800',
        '2026-09-21t14:13:20z',
      ],
    ])
      expect([value, timeOf(value, 7)]).toEqual([value, NOW])
    expect(timeOf('0001-01-01T00:00:00Z', 7)).toBe(-62_135_596_800_000)
    expect([timeOf(undefined, 7), timeOf(null, 7), timeOf('65', 7)]).toEqual([7, 7, 65])
    for (const value of [
      '',
      'soon',
      '14:13',
      '2026-09-21',
      '2026-13-41T00:00:00Z',
      true,
      [NOW],
      {},
      Number.NaN,
      '1e999',
    ])
      expect([value, timeOf(value, 7)]).toEqual([value, Number.NaN])
  })

  it('is that of readings, states and events in every protocol', () => {
    const chirpstack = createChirpstackAdaptor()
    const thingsboard = createThingsboardAdaptor()
    const sparkplug = createSparkplugAdaptor()
    const timesOf = (ts: unknown): unknown => {
      const own = (channel: string, payload: object) =>
        loamAdaptor.read(message(`sf/v1/P/G/D/${channel}`, payload), directory)?.messages ?? []
      const board = (topic: string, payload: object) =>
        thingsboard.read(message(topic, payload, 'T1'), directory)?.messages ?? []
      const event = { id: 'e', type: 'E', on: 1, ts }
      const up = { time: ts, object: { vwc20: 1, state: { dir: 1, ts }, event } }
      const metrics = [
        { name: 'state/dir', value: 1 },
        { name: 'state/ts', value: String(ts) },
      ]
      return [
        ...own('tele', { ts, m: { vwc20: 1 } }),
        ...own('tele', { b: [[ts, { vwc20: 1 }]] }),
        ...own('state', { ts, dir: 1 }),
        ...own('event', event),
        ...board('v1/devices/me/telemetry', { ts, values: { vwc20: 1 } }),
        ...board('v1/devices/me/telemetry', [{ ts, values: { vwc20: 1 } }]),
        ...board('v1/devices/me/attributes', { ts, dir: 1 }),
        ...(chirpstack.read(message('application/G/device/d/event/up', up), directory)?.messages ?? []),
        ...(sparkplug.read(message('spBv1.0/P/DDATA/n/d', encodePayload({ metrics })), directory)?.messages ??
          []),
      ].flatMap((one) => {
        if (one.kind === 'readings') return one.rows.map(({ at }) => at)
        if (one.kind === 'state') return [one.reported.ts]
        return one.kind === 'event' ? [one.event.ts] : []
      })
    }
    const AT = NOW - 90_000
    for (const ts of [AT, String(AT), new Date(AT).toISOString()])
      expect(timesOf(ts)).toEqual(Array(11).fill(AT))
    expect(timesOf('soon')).toEqual(Array(11).fill(Number.NaN))
    // Until when it goes on by itself is a time, too.
    const until = { ts: AT, st: 2, until: String(NOW) }
    expect(loamAdaptor.read(message('sf/v1/P/G/D/state', until), directory)?.messages).toMatchObject([
      { reported: { until: NOW } },
    ])
  })
})

describe('ThingsBoard', () => {
  const adaptor = createThingsboardAdaptor()
  const read = (topic: string, payload: unknown, gatewayId = 'T2') =>
    adaptor.read(message(topic, payload, gatewayId), directory)?.messages

  it('says readings of devices by name, with or without their time, and of a single device', () => {
    const payload = {
      a: [{ ts: 5, values: { vwc20: 1, on: true } }, { vwc20: 2 }],
      b: [{ ts: 6, values: { bat: 3 } }],
    }
    expect(read('v1/gateway/telemetry', payload)).toMatchObject([
      {
        deviceId: 'a',
        rows: [
          {
            at: 5,
            values: [
              ['vwc20', 1],
              ['on', 1],
            ],
          },
          { at: NOW, values: [['vwc20', 2]] },
        ],
      },
      { deviceId: 'b', rows: [{ at: 6 }] },
    ])
    expect(read('v1/devices/me/telemetry', { bat: 3 }, 'T1')).toMatchObject([{ deviceId: 'only' }])
    // A time beside the values; a value of that name.
    expect(
      read(
        'v1/devices/me/telemetry',
        [
          { ts: String(NOW - 9), bat: 3 },
          { ts: 21, bat: 4 },
        ],
        'T1',
      ),
    ).toMatchObject([
      {
        rows: [
          { at: NOW - 9, values: [['bat', 3]] },
          {
            at: NOW,
            values: [
              ['ts', 21],
              ['bat', 4],
            ],
          },
        ],
      },
    ])
    // A gateway's word on itself, which is a device of its own or stands aside.
    expect(read('v1/devices/me/telemetry', { bat: 3 })).toMatchObject([{ deviceId: 'T2' }])
  })

  it('says states by attributes, and who comes and goes', () => {
    expect(read('v1/gateway/attributes', { a: { dir: 1, gat: 100, ts: 7, model: 'x' } })).toEqual([
      { kind: 'state', deviceId: 'a', reported: { dir: 1, gat: 100, ts: 7 } },
      { kind: 'unkept', deviceId: 'a', why: 'not part of a state' },
    ])
    expect(read('v1/gateway/attributes', { a: { model: 'x' } })).toMatchObject([{ kind: 'unkept' }])
    expect(() => read('v1/devices/me/claim', {})).toThrow('not a topic of devices')
    expect(read('v1/gateway/disconnect', { device: 'a' })).toMatchObject([{ deviceId: 'a', isOnline: false }])
    expect(read('$connection', Buffer.from('gone'))).toEqual([{ kind: 'connection', isThere: false }])
  })

  it('asks for attributes in the forms of its two APIs, and is answered in them', () => {
    const known = { client: { dir: 1, gat: 100 }, shared: { il: 'v1', every: 300 } }
    const answer = (topic: string, payload: unknown) => {
      const [first] = read(topic, payload, 'T1') ?? []
      if (first?.kind !== 'attributes') throw new Error('nothing asked')
      const out = attributesAnswer('T1', first.ask, known)
      return [out.topic, text(out.payload), out.to]
    }
    const device = 'v1/devices/me/attributes'
    expect(answer(`${device}/request/7`, { clientKeys: 'dir,none', sharedKeys: 'il' })).toEqual([
      ...[`${device}/response/7`, { client: { dir: 1 }, shared: { il: 'v1' } }, 'T1'],
    ])
    expect(answer(`${device}/request/8`, {})[1]).toEqual(known)
    const gateway = 'v1/gateway/attributes'
    expect(answer(`${gateway}/request`, { id: 3, device: 'Device A', client: true, key: 'gat' })).toEqual([
      ...[`${gateway}/response`, { id: 3, device: 'Device A', value: 100 }, 'T1'],
    ])
    const several = { id: 4, device: 'Device A', client: false, keys: ['il', 'dir'] }
    expect(answer(`${gateway}/request`, several)[1]).toEqual({
      id: 4,
      device: 'Device A',
      values: { il: 'v1' },
    })
    expect(answer(`${gateway}/request`, { id: 5, device: 'Device A', client: false, key: 'x' })[1]).toEqual({
      ...{ id: 5, device: 'Device A' },
    })
  })

  it('is told commands as calls, by whose numbers the answers find back', () => {
    const out = adaptor.command(to, command)
    expect([out.topic, out.to, text(out.payload)]).toEqual([
      'v1/gateway/rpc',
      'T2',
      { device: 'a', data: { id: 88, method: 'valve.set', params: command } },
    ])
    expect(read('v1/gateway/rpc', { device: 'a', id: 88, data: { success: true } })).toMatchObject([
      { kind: 'ack', deviceId: 'a', ack: { id: 'c1', seq: 88, st: 'DONE' } },
    ])
    expect(read('v1/gateway/rpc', { device: 'a', id: 88, data: { error: 'stuck' } })).toMatchObject([
      { ack: { id: 'c1', st: 'FAILED', msg: 'stuck' } },
    ])
    expect(() => read('v1/gateway/rpc', { device: 'a', id: 99, data: {} })).toThrow(Refused)
  })
})

describe('Sparkplug B', () => {
  const BD_SEQ = { name: 'bdSeq', value: 12, datatype: DATATYPE.uint64 }
  const born = () => {
    const adaptor = createSparkplugAdaptor()
    const read = (
      kind: string,
      metrics: SparkplugMetric[],
      at = 'n/d',
      timestamp = 1_000,
    ): Heard['messages'] => {
      const [node, own] = at.split('/')
      const topic = ['spBv1.0', 'P', kind, node, own].filter(Boolean).join('/')
      return (
        adaptor.read(message(topic, encodePayload({ timestamp, metrics, seq: 3 })), directory)?.messages ?? []
      )
    }
    return { adaptor, read }
  }

  it('keeps numbers, signs, texts and their types on the wire', () => {
    const metrics: SparkplugMetric[] = [
      { name: 'a', alias: 7, timestamp: NOW, value: 21.5 },
      { name: 'b', value: -3, datatype: DATATYPE.int32 },
      { name: 'c', value: true },
      { name: 'd', value: '土' },
      { name: 'e', value: null },
      { name: 'f', value: NOW, datatype: DATATYPE.uint64 },
    ]
    const decoded = decodePayload(encodePayload({ timestamp: NOW, metrics, seq: 255 }))
    expect(decoded).toMatchObject({ timestamp: NOW, metrics, seq: 255 })
    // As other encoders write it: a float, an alias alone.
    const other = new PbfWriter()
    other.writeMessage(
      2,
      (_value, pbf) => {
        pbf?.writeVarintField(2, 7)
        pbf?.writeFloatField(12, 1.5)
      },
      null,
    )
    expect(decodePayload(other.finish()).metrics).toEqual([{ alias: 7, value: 1.5 }])
  })

  it('shows numbers of 32 bits as they were meant', () => {
    const floats = [33.3, 0.1, 1e-7, 23.4, -40.05, 16_777_216, 0, 3.4028234663852886e38].map(Math.fround)
    const other = new PbfWriter()
    for (const value of floats) other.writeMessage(2, (_value, pbf) => pbf?.writeFloatField(12, value), null)
    expect(decodePayload(other.finish()).metrics.map(({ value }) => value)).toEqual([
      33.3, 0.1, 1e-7, 23.4, -40.05, 16_777_216, 0, 3.4028235e38,
    ])
  })

  it('unpacks what is compressed, and no more than a little', () => {
    const pack = (inner: Uint8Array) => {
      const pbf = new PbfWriter()
      pbf.writeStringField(4, 'SPBV1.0_COMPRESSED')
      pbf.writeBytesField(5, deflateSync(inner))
      return pbf.finish()
    }
    const inner = encodePayload({ timestamp: 5, metrics: [{ name: 'a', value: 1.5 }], seq: 7 })
    expect(decodePayload(pack(inner))).toMatchObject({ timestamp: 5, seq: 7, metrics: [{ value: 1.5 }] })
    expect(() => decodePayload(pack(new Uint8Array(10_000_000)))).toThrow()
  })

  it('says numbers in texts, that other texts are none, and what a node measures of itself', () => {
    const { read, adaptor } = born()
    const heard = read(
      'NBIRTH',
      [BD_SEQ, { name: 'Node Control/Rebirth', value: false }, { name: 'cpu', value: '7' }],
      'n',
    )
    expect(heard).toMatchObject([{ kind: 'status' }, { deviceId: 'n', rows: [{ values: [['cpu', 7]] }] }])
    expect(read('NDATA', [{ name: 'os', value: 'linux' }], 'n')).toMatchObject([
      { kind: 'unkept', deviceId: 'n' },
    ])
    expect(read('DBIRTH', [{ name: 'none', value: null }])).toMatchObject([{ kind: 'presence' }])
    // A table, a file: what has a value that is read here as none.
    const table = new PbfWriter()
    table.writeMessage(2, (_value, pbf) => pbf?.writeStringField(1, 'table'), null)
    expect(adaptor.read(message('spBv1.0/P/DDATA/n/d', table.finish()), directory)?.messages).toMatchObject([
      { kind: 'unkept', deviceId: 'd' },
    ])
  })

  it('is born and dies by bdSeq', () => {
    const { read } = born()
    expect(read('NBIRTH', [BD_SEQ], 'n')).toEqual([
      { kind: 'status', status: { on: 1, bdSeq: 12, ts: 1_000 } },
    ])
    expect(read('NDEATH', [BD_SEQ], 'n')).toEqual([{ kind: 'status', status: { on: 0, bdSeq: 12 } }])
    expect(() => read('NDEATH', [], 'n')).toThrow('bdSeq')
  })

  it('says readings by numbers that a birth gave, states, and who comes and goes', () => {
    const { read } = born()
    read('NBIRTH', [BD_SEQ], 'n')
    const birth = read('DBIRTH', [
      { name: 'Inputs/vwc20', alias: 1, value: 20 },
      { name: 'state/dir', alias: 2, value: 1 },
    ])
    expect(birth.map(({ kind }) => kind)).toEqual(['presence', 'state', 'readings'])
    expect(read('DDATA', [{ alias: 1, value: 21, timestamp: 5 }])).toMatchObject([
      { kind: 'readings', deviceId: 'd', seq: 3, rows: [{ at: 5, values: [['vwc20', 21]] }] },
    ])
    expect(read('DDATA', [{ alias: 2, value: 0 }])).toMatchObject([
      { kind: 'state', reported: { dir: 0, ts: 1_000 } },
    ])
    // A sign of life is of our time, whatever the node's clock says.
    expect(read('DDEATH', [])).toEqual([{ kind: 'presence', deviceId: 'd', isOnline: false, at: NOW }])
  })

  it('says which of its readings are history: the others are of now', () => {
    const { read } = born()
    read('NBIRTH', [BD_SEQ], 'n')
    read('DBIRTH', [])
    const metrics = [
      { name: 'vwc20', value: 20, timestamp: 5, isHistorical: true },
      { name: 'vwc40', value: 30, timestamp: 5 },
    ]
    expect(read('DDATA', metrics)).toEqual([
      {
        ...{ kind: 'readings', deviceId: 'd', bootId: '', seq: 3, isBacklog: false },
        rows: [
          { at: 5, values: [['vwc20', 20]], isHistorical: true },
          { at: 5, values: [['vwc40', 30]] },
        ],
      },
    ])
  })

  it('must begin anew when it speaks without a birth, or after its death', () => {
    const { read } = born()
    const kinds = (messages: Heard['messages']) => messages.map(({ kind }) => kind)
    const value = [{ name: 'vwc20', value: 1 }]
    expect(kinds(read('DDATA', value))).toEqual(['unborn', 'readings'])
    expect(kinds(read('DBIRTH', value))).toContain('unborn')
    read('NBIRTH', [BD_SEQ], 'n')
    expect(kinds(read('DDATA', value))).toContain('unborn')
    read('DBIRTH', value)
    expect(kinds(read('DDATA', value))).toEqual(['readings'])
    read('DDEATH', [])
    expect(kinds(read('DDATA', value))).toContain('unborn')
    read('DBIRTH', value)
    // The death of a session that another has followed takes nothing away; its own does.
    read('NDEATH', [{ ...BD_SEQ, value: 11 }], 'n')
    expect(kinds(read('DDATA', value))).toEqual(['readings'])
    read('NDEATH', [BD_SEQ], 'n')
    expect(kinds(read('DDATA', value))).toContain('unborn')
  })

  describe('that count their messages', () => {
    const counting = (options?: Parameters<typeof createSparkplugAdaptor>[0]) => {
      const adaptor = createSparkplugAdaptor(options)
      const told = (kind: string, seq: number | undefined, metrics: SparkplugMetric[] = []) => {
        const topic = ['spBv1.0', 'P', kind, 'n', kind.startsWith('D') && 'd'].filter(Boolean).join('/')
        return message(topic, encodePayload({ timestamp: 1_000, metrics, ...(seq !== undefined && { seq }) }))
      }
      const isRequested = (from: Message) =>
        adaptor.read(from, directory)?.messages.some(({ kind }) => kind === 'unborn')
      const begin = (seq: number) => {
        isRequested(told('NBIRTH', seq, [BD_SEQ]))
        isRequested(told('DBIRTH', (seq + 1) % 256))
      }
      return { told, begin, says: (kind: string, seq?: number) => isRequested(told(kind, seq)), isRequested }
    }

    it('must begin anew when one is missing, and count on from their birth', () => {
      const { begin, says } = counting()
      begin(0)
      expect([says('DDATA', 2), says('NDATA', 3)]).toEqual([false, false])
      expect(says('DDATA', 5)).toBe(true)
      // Asked for: what follows is no other gap.
      expect(says('DDATA', 6)).toBe(false)
      begin(40)
      expect(says('NDATA', 42)).toBe(false)
      expect(says('DDEATH', 44)).toBe(true)
    })

    it('begin again after 255, and may say one twice or not count at all', () => {
      const { begin, says } = counting()
      begin(253)
      expect([says('DDATA', 255), says('DDATA', 0), says('DDATA', 0), says('DDATA', 1)]).not.toContain(true)
      expect(says('DDATA')).toBe(false)
      expect(says('DDATA', 2)).toBe(false)
      expect(says('DDATA', 1)).toBe(true)
    })

    it('are judged once however often a message is read', () => {
      const { begin, told, isRequested, says } = counting()
      begin(0)
      const [lost, next] = [told('DDATA', 7), told('DDATA', 8)]
      expect([isRequested(lost), isRequested(next)]).toEqual([true, false])
      expect([isRequested(lost), isRequested(next)]).toEqual([true, false])
      expect(says('DDATA', 9)).toBe(false)
    })

    it('miss nothing where another server hears the others', () => {
      const { begin, says } = counting({ hearsAll: false })
      begin(0)
      expect(says('DDATA', 9)).toBe(false)
    })
  })

  it('must begin anew when it uses a number that nobody has introduced', () => {
    const { adaptor, read } = born()
    expect(read('DDATA', [{ alias: 9, value: 1 }])).toEqual([{ kind: 'unborn' }])
    const requested = adaptor.request({ projectId: 'P', gatewayId: 'n' }, { id: 'r', what: 'state' })
    expect(requested?.topic).toBe('spBv1.0/P/NCMD/n')
    expect(decodePayload(requested?.payload ?? new Uint8Array()).metrics).toMatchObject([
      { name: 'Node Control/Rebirth', value: true },
    ])
  })

  it('is told commands as one text, and answers in another', () => {
    const { adaptor, read } = born()
    read('NBIRTH', [BD_SEQ], 'n')
    read('DBIRTH', [])
    const out = adaptor.command({ ...to, gatewayId: 'n' }, command)
    expect([out.topic, out.expireMs]).toEqual(['spBv1.0/P/DCMD/n/a', command.ttlMs])
    expect(JSON.parse(String(decodePayload(out.payload).metrics[0]?.value))).toEqual(command)
    const ack = { id: 'c1', seq: 88, st: 'ACCEPTED', code: 0, msg: '', ts: 5 }
    expect(read('DDATA', [{ name: 'loam/ack', value: JSON.stringify(ack) }])).toEqual([
      { kind: 'ack', deviceId: 'd', ack },
    ])
    expect(() => adaptor.read(message('spBv1.0/P/DDATA/n/d', Buffer.from('nonsense')), directory)).toThrow(
      Refused,
    )
  })
})

describe('ChirpStack', () => {
  const EUI = '0102030405060708'
  const adaptor = createChirpstackAdaptor()
  const read = (kind: string, payload: unknown, eui = EUI) =>
    adaptor.read(message(`application/app/device/${eui}/event/${kind}`, payload), directory)
  const time = '2026-09-21T14:13:20.123456789+00:00'
  const at = Date.parse('2026-09-21T14:13:20.123Z')

  it('says what the codec makes of an uplink: readings, state, events', () => {
    const object = {
      vwc20: 23.4,
      isWet: true,
      label: 'x',
      state: { dir: 1, gat: 100, mov: 0 },
      event: { id: 'e1', type: 'MOTOR_STALL', on: 1 },
    }
    const rxInfo = [
      { gatewayId: 'g1', rssi: -97 },
      { gatewayId: 'g2', rssi: -71 },
    ]
    expect(
      read('up', { time, deviceInfo: { devEui: EUI }, devAddr: 'a1', fCnt: 7, fPort: 2, object, rxInfo }),
    ).toEqual({
      projectId: 'P',
      gatewayId: 'app',
      messages: [
        { kind: 'state', deviceId: EUI, reported: { ts: at, dir: 1, gat: 100, mov: 0 } },
        { kind: 'event', deviceId: EUI, event: { id: 'e1', type: 'MOTOR_STALL', on: 1, ts: at } },
        {
          ...{ kind: 'readings', deviceId: EUI, bootId: 'a1', seq: 7, isBacklog: false },
          rows: [
            {
              at,
              values: [
                ['vwc20', 23.4],
                ['isWet', 1],
                ['rssi', -71],
              ],
            },
          ],
        },
        { kind: 'unkept', deviceId: EUI, why: 'not a number' },
      ],
    })
    expect(() => read('up', { time, data: 'AQI=' })).toThrow('no codec')
    expect(read('status', { time, margin: 9, batteryLevel: 75.5 })?.messages).toMatchObject([
      {
        deviceId: EUI,
        rows: [
          {
            at,
            values: [
              ['margin', 9],
              ['batteryLevel', 75.5],
            ],
          },
        ],
      },
    ])
    expect(read('join', { time })?.messages).toMatchObject([{ kind: 'presence', isOnline: true }])
    expect(() => read('log', { level: 'ERROR', description: 'FCnt reset' })).toThrow('FCnt reset')
    expect(adaptor.read(message('application/app/device/x', {}), directory)).toBeNull()
  })

  it('is told commands as confirmed downlinks, to which the network’s word and the device’s own find back', () => {
    const out = adaptor.command({ projectId: 'P', gatewayId: 'app', deviceId: EUI }, command)
    expect([out.topic, out.qos, out.expireMs]).toEqual([`application/app/device/${EUI}/command/down`, 1, 1])
    expect(text(out.payload)).toEqual({
      ...{ id: 'c1', devEui: EUI, confirmed: true, fPort: 10, object: command },
      expiresAt: new Date(command.exp).toISOString(),
    })
    const ack = { time, queueItemId: 'c1', fCntDown: 12, acknowledged: true }
    expect(read('ack', ack)?.messages).toMatchObject([
      { kind: 'ack', deviceId: EUI, ack: { id: 'c1', st: 'ACCEPTED', ts: at } },
    ])
    // Not confirmed is no answer, and neither is that it has gone on the air: nothing may look carried out by it.
    expect(read('ack', { ...ack, acknowledged: false })?.messages).toEqual([])
    expect(read('txack', { time, queueItemId: 'c1' })?.messages).toEqual([])
    // A frame of a few bytes names a command by its number alone.
    expect(read('up', { time, object: { ack: { seq: 88, st: 'DONE' } } })?.messages).toMatchObject([
      { kind: 'ack', ack: { id: 'c1', seq: 88, st: 'DONE' } },
    ])
    expect(() => read('up', { time, object: { ack: { seq: 89, st: 'DONE' } } })).toThrow(Refused)
  })

  it('asks a device by itself for its state, never all of them at once', () => {
    const gateway = { projectId: 'P', gatewayId: 'app' }
    expect(adaptor.request(gateway, { id: 'r', what: 'state' })).toBeNull()
    const requested = adaptor.request(gateway, { id: 'r', what: 'state', device: EUI })
    expect(text(requested?.payload ?? new Uint8Array())).toMatchObject({
      ...{ devEui: EUI, confirmed: false, object: { op: 'state.get' } },
    })
  })
})
