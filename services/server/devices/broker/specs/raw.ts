import { connect, type Socket } from 'node:net'

/** A client that writes bytes and does as it likes. */
export interface Raw {
  readonly socket: Socket
  /** What it has been sent so far. */
  readonly heard: () => Buffer
  /** Settles when the other side has ended it. */
  readonly ended: Promise<void>
  isEnded(): boolean
  send(...bytes: (Uint8Array | readonly number[])[]): void
}

export function rawClient(url: string): Promise<Raw> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let heard = Buffer.alloc(0)
  let isEnded = false
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk])
  })
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isEnded = true
      resolve()
    }),
  )
  const raw: Raw = {
    ...{ socket, ended, heard: () => heard, isEnded: () => isEnded },
    send: (...bytes) => {
      if (!socket.destroyed) socket.write(Buffer.concat(bytes.map((part) => Uint8Array.from(part))))
    },
  }
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(raw))
    void ended.then(() => resolve(raw))
  })
}

/** A packet's fixed header (MQTT 3.1.1 §2.2): type and flags, then the length in bytes of seven bits. */
export function head(first: number, length: number): number[] {
  const bytes = [first]
  for (let left = length; ; left = Math.floor(left / 128)) {
    bytes.push(left >= 128 ? (left % 128) | 128 : left)
    if (left < 128) return bytes
  }
}

const text = (value: string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

export function connectPacket(
  user: string,
  password: string,
  { clientId = '', keepalive = 60 } = {},
): Buffer {
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, 0b1100_0010, keepalive >> 8, keepalive & 255]),
    ...[clientId, user, password].map(text),
  ])
  return Buffer.concat([Buffer.from(head(0x10, body.length)), body])
}

/** QoS 1. */
export function publishPacket(topic: string, payload: string, id: number): Buffer {
  const body = Buffer.concat([text(topic), Buffer.from([id >> 8, id & 255]), Buffer.from(payload)])
  return Buffer.concat([Buffer.from(head(0x32, body.length)), body])
}

export function subscribePacket(filters: readonly string[], id: number): Buffer {
  const body = Buffer.concat([
    Buffer.from([id >> 8, id & 255]),
    ...filters.map((filter) => Buffer.concat([text(filter), Buffer.from([1])])),
  ])
  return Buffer.concat([Buffer.from(head(0x82, body.length)), body])
}

export const PINGREQ = [0xc0, 0]
export const CONNACK = Buffer.from([0x20, 2, 0, 0])
