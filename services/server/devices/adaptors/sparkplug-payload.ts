import { gunzipSync, inflateSync } from 'node:zlib'
import { PAYLOAD_LIMIT } from '@runtime/field/topics'
import { PbfReader, PbfWriter } from 'pbf'

/** A metric of a Sparkplug B payload; a name may come once, at birth, and a number stand for it from then on. */
export interface SparkplugMetric {
  name?: string
  alias?: number
  /** Milliseconds since 1970. */
  timestamp?: number
  datatype?: number
  isHistorical?: boolean
  /** Numbers, booleans and texts; null where the sender says so. Other types are left out. */
  value?: number | boolean | string | null
  /** In the place of `value`: a whole number as it travels, of which the message does not say what type it is of (`wholeOf`). */
  whole?: number
}

export interface SparkplugPayload {
  timestamp?: number
  metrics: SparkplugMetric[]
  seq?: number
}

/** `DataType` of sparkplug_b.proto. */
export const DATATYPE = {
  int8: 1,
  int16: 2,
  int32: 3,
  int64: 4,
  uint8: 5,
  uint16: 6,
  uint32: 7,
  uint64: 8,
  float: 9,
  double: 10,
  boolean: 11,
  string: 12,
  dateTime: 13,
} as const

/** Fields of `Payload` and of its `Metric` in sparkplug_b.proto. */
const PAYLOAD = { timestamp: 1, metrics: 2, seq: 3, uuid: 4, body: 5 } as const
const METRIC = {
  name: 1,
  alias: 2,
  timestamp: 3,
  datatype: 4,
  isHistorical: 5,
  isNull: 7,
  int: 10,
  long: 11,
  float: 12,
  double: 13,
  boolean: 14,
  string: 15,
} as const

/** Marks a payload that holds another, compressed. */
const COMPRESSED = 'SPBV1.0_COMPRESSED'
/** Bytes that it may unpack to. */
const UNPACKED = 8 * PAYLOAD_LIMIT

/** @throws Error for what is no payload, or one that unpacks to too much */
export function decodePayload(bytes: Uint8Array): SparkplugPayload {
  const { uuid, body, ...payload } = readPayload(bytes)
  if (uuid !== COMPRESSED) return payload
  const algorithm = payload.metrics.find(({ name }) => name === 'algorithm')?.value
  const unpack = algorithm === 'GZIP' ? gunzipSync : inflateSync
  const { uuid: _, body: __, ...inner } = readPayload(unpack(body ?? bytes, { maxOutputLength: UNPACKED }))
  return inner
}

type Packed = SparkplugPayload & { uuid?: string; body?: Uint8Array }

function readPayload(bytes: Uint8Array): Packed {
  const payload = new PbfReader(bytes).readFields(
    (tag, result: Packed, pbf) => {
      if (tag === PAYLOAD.uuid) result.uuid = pbf.readString()
      else if (tag === PAYLOAD.body) result.body = pbf.readBytes()
      else if (tag === PAYLOAD.timestamp) result.timestamp = pbf.readVarint()
      else if (tag === PAYLOAD.seq) result.seq = pbf.readVarint()
      else if (tag === PAYLOAD.metrics) result.metrics.push(pbf.readMessage(readMetric, {}))
    },
    { metrics: [] },
  )
  for (const metric of payload.metrics) {
    const { whole, datatype } = metric
    if (whole === undefined || !datatype) continue
    delete metric.whole
    if (metric.value === undefined) metric.value = wholeOf(whole, datatype)
  }
  return payload
}

function readMetric(tag: number, metric: SparkplugMetric, pbf: PbfReader): void {
  if (tag === METRIC.name) metric.name = pbf.readString()
  else if (tag === METRIC.alias) metric.alias = pbf.readVarint()
  else if (tag === METRIC.timestamp) metric.timestamp = pbf.readVarint()
  else if (tag === METRIC.datatype) metric.datatype = pbf.readVarint()
  else if (tag === METRIC.isHistorical) metric.isHistorical = pbf.readBoolean()
  else if (tag === METRIC.isNull) {
    if (pbf.readBoolean()) metric.value = null
    // Negative ones come in 32 bits, in 64, or in as many as their type has: read whole, they can be made all of these.
  } else if (tag === METRIC.int || tag === METRIC.long) metric.whole = pbf.readVarint(true)
  else if (tag === METRIC.float) metric.value = shortestFloat(pbf.readFloat())
  else if (tag === METRIC.double) metric.value = pbf.readDouble()
  else if (tag === METRIC.boolean) metric.value = pbf.readBoolean()
  else if (tag === METRIC.string) metric.value = pbf.readString()
}

/** The shortest decimal that is the same number of 32 bits: 33.3, not 33.29999923706055. */
export function shortestFloat(value: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits))
    if (Math.fround(shorter) === value) return shorter
  }
  return value
}

/** Whole numbers with a sign, by their bits. */
const SIGNED_BITS: ReadonlyMap<number, number> = new Map([
  [DATATYPE.int8, 8],
  [DATATYPE.int16, 16],
  [DATATYPE.int32, 32],
])
const UNSIGNED_64: ReadonlySet<number> = new Set([DATATYPE.uint64, DATATYPE.dateTime])
const UNSIGNED: ReadonlySet<number> = new Set([DATATYPE.uint8, DATATYPE.uint16, DATATYPE.uint32])

/**
 * What a whole number means. Negative ones travel in fields without a sign, as two's complement: of their own bits (244 for −12
 * of 8), or of 32.
 *
 * @param whole as it was read, 64 bits with their sign
 */
export function wholeOf(whole: number, datatype: number): number | boolean {
  const bits = SIGNED_BITS.get(datatype)
  if (bits !== undefined) return (whole << (32 - bits)) >> (32 - bits)
  if (datatype === DATATYPE.boolean) return whole !== 0
  if (UNSIGNED.has(datatype)) return whole >>> 0
  return whole < 0 && UNSIGNED_64.has(datatype) ? whole + 2 ** 64 : whole
}

export function encodePayload({ timestamp, metrics, seq }: SparkplugPayload): Uint8Array {
  const pbf = new PbfWriter()
  if (timestamp !== undefined) pbf.writeVarintField(PAYLOAD.timestamp, timestamp)
  for (const metric of metrics) pbf.writeMessage(PAYLOAD.metrics, writeMetric, metric)
  if (seq !== undefined) pbf.writeVarintField(PAYLOAD.seq, seq)
  return pbf.finish()
}

function writeMetric(metric: SparkplugMetric, pbf?: PbfWriter): void {
  if (!pbf) return
  const { name, alias, timestamp, isHistorical, value } = metric
  if (name !== undefined) pbf.writeStringField(METRIC.name, name)
  if (alias !== undefined) pbf.writeVarintField(METRIC.alias, alias)
  if (timestamp !== undefined) pbf.writeVarintField(METRIC.timestamp, timestamp)
  pbf.writeVarintField(METRIC.datatype, metric.datatype ?? datatypeOf(value))
  if (isHistorical) pbf.writeBooleanField(METRIC.isHistorical, true)
  if (value === null || value === undefined) pbf.writeBooleanField(METRIC.isNull, true)
  else if (typeof value === 'string') pbf.writeStringField(METRIC.string, value)
  else if (typeof value === 'boolean') pbf.writeBooleanField(METRIC.boolean, value)
  else if (metric.datatype === DATATYPE.uint64) pbf.writeVarintField(METRIC.long, value)
  else if (metric.datatype === DATATYPE.int32) pbf.writeVarintField(METRIC.int, value >>> 0)
  else pbf.writeDoubleField(METRIC.double, value)
}

function datatypeOf(value: SparkplugMetric['value']): number {
  if (typeof value === 'string') return DATATYPE.string
  return typeof value === 'boolean' ? DATATYPE.boolean : DATATYPE.double
}
