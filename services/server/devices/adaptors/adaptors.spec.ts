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

const NOW = 1_790_000_000_000
const device = (id: string, gatewayId: string): KnownDevice => ({
  ...{ id, gatewayId, no: 1, projectId: 'P', kind: 'SOIL', everySec: 300 },
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
  const read = (topic: string, payload: unknown) => loamAdaptor.read(message(topic, payload), directory)?.said

  it('say all that a pump tells of itself, its set point too', () => {
    const reported = { ts: 9, st: 2, mode: 1, freq: 42.5, set: 0.32 }
    expect(read('sf/v1/P/G/D/state', reported)).toEqual([{ kind: 'state', deviceId: 'D', reported }])
  })
  it('say readings, and those of a backlog', () => {
    expect(read('sf/v1/P/G/D/tele', { seq: 4, boot: 'b', ts: 9, m: { vwc20: 1, no: 'x' } })).toEqual([
      {
        ...{ kind: 'readings', deviceId: 'D', bootId: 'b', seq: 4, isBacklog: false },
        rows: [{ at: 9, values: [['vwc20', 1]] }],
      },
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

describe('ThingsBoard', () => {
  const adaptor = createThingsboardAdaptor()
  const read = (topic: string, payload: unknown, gatewayId = 'T2') =>
    adaptor.read(message(topic, payload, gatewayId), directory)?.said

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
    expect(() => read('v1/devices/me/telemetry', { bat: 3 })).toThrow('more than one device')
  })

  it('says states by attributes, and who comes and goes', () => {
    expect(read('v1/gateway/attributes', { a: { dir: 1, gat: 100, ts: 7, model: 'x' } })).toEqual([
      { kind: 'state', deviceId: 'a', reported: { dir: 1, gat: 100, ts: 7 } },
    ])
    expect(read('v1/gateway/attributes', { a: { model: 'x' } })).toEqual([])
    expect(read('v1/gateway/disconnect', { device: 'a' })).toMatchObject([{ deviceId: 'a', isOnline: false }])
    expect(read('$connection', Buffer.from('gone'))).toEqual([{ kind: 'connection', isThere: false }])
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
    const read = (kind: string, metrics: SparkplugMetric[], at = 'n/d', timestamp = 1_000): Heard['said'] => {
      const [node, own] = at.split('/')
      const topic = ['spBv1.0', 'P', kind, node, own].filter(Boolean).join('/')
      return (
        adaptor.read(message(topic, encodePayload({ timestamp, metrics, seq: 3 })), directory)?.said ?? []
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

  it('must begin anew when it speaks without a birth, or after its death', () => {
    const { read } = born()
    const kinds = (said: Heard['said']) => said.map(({ kind }) => kind)
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
      const isAsked = (from: Message) =>
        adaptor.read(from, directory)?.said.some(({ kind }) => kind === 'unborn')
      const begin = (seq: number) => {
        isAsked(told('NBIRTH', seq, [BD_SEQ]))
        isAsked(told('DBIRTH', (seq + 1) % 256))
      }
      return { told, begin, says: (kind: string, seq?: number) => isAsked(told(kind, seq)), isAsked }
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
      const { begin, told, isAsked, says } = counting()
      begin(0)
      const [lost, next] = [told('DDATA', 7), told('DDATA', 8)]
      expect([isAsked(lost), isAsked(next)]).toEqual([true, false])
      expect([isAsked(lost), isAsked(next)]).toEqual([true, false])
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
    const asked = adaptor.request({ projectId: 'P', gatewayId: 'n' }, { id: 'r', what: 'state' })
    expect(asked?.topic).toBe('spBv1.0/P/NCMD/n')
    expect(decodePayload(asked?.payload ?? new Uint8Array()).metrics).toMatchObject([
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
      said: [
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
      ],
    })
    expect(() => read('up', { time, data: 'AQI=' })).toThrow('no codec')
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
    expect(read('ack', ack)?.said).toMatchObject([
      { kind: 'ack', deviceId: EUI, ack: { id: 'c1', st: 'ACCEPTED', ts: at } },
    ])
    // Not confirmed is no answer, and neither is that it has gone on the air: nothing may look carried out by it.
    expect(read('ack', { ...ack, acknowledged: false })?.said).toEqual([])
    expect(read('txack', { time, queueItemId: 'c1' })?.said).toEqual([])
    // A frame of a few bytes names a command by its number alone.
    expect(read('up', { time, object: { ack: { seq: 88, st: 'DONE' } } })?.said).toMatchObject([
      { kind: 'ack', ack: { id: 'c1', seq: 88, st: 'DONE' } },
    ])
    expect(() => read('up', { time, object: { ack: { seq: 89, st: 'DONE' } } })).toThrow(Refused)
  })

  it('asks a device by itself for its state, never all of them at once', () => {
    const gateway = { projectId: 'P', gatewayId: 'app' }
    expect(adaptor.request(gateway, { id: 'r', what: 'state' })).toBeNull()
    const asked = adaptor.request(gateway, { id: 'r', what: 'state', device: EUI })
    expect(text(asked?.payload ?? new Uint8Array())).toMatchObject({
      ...{ devEui: EUI, confirmed: false, object: { op: 'state.get' } },
    })
  })
})
