// What stands between a socket and the broker: packets are judged by their length bytes before anything of them is held, what
// waits is counted, pings are answered, and the broker is given no more than it can hand on.
import { Duplex } from 'node:stream'

/** Types of control packets (MQTT 3.1.1 §2.2.1). */
const CONNECT = 1
const PUBLISH = 3
const PINGREQ = 12
const PINGRESP = Buffer.from([0xd0, 0])
/** What a waiting packet takes beside its bytes. */
const OVERHEAD = 64
/** How long what was written may take to leave once a connection ends, in milliseconds. */
const FAREWELL = 2_000
const SECOND = 1_000

/** What waits in all connections together; those that had to stop reading go on when there is room. */
export class Store {
  bytes = 0
  /** @type {Set<Gate>} */
  stopped = new Set()

  /** @param {number} most */
  constructor(most) {
    this.most = most
  }

  get isFull() {
    return this.bytes >= this.most
  }

  /** @param {number} bytes */
  free(bytes) {
    this.bytes -= bytes
    if (this.stopped.size > 0 && !this.isFull) for (const gate of [...this.stopped]) gate.readOn()
  }
}

/**
 * A packet's type and whole size, by its first bytes; null while there are too few, -1 for a length that is none.
 * @param {Buffer} bytes
 */
export function headOf(bytes) {
  let length = 0
  for (let at = 1; at <= 4; at++) {
    const byte = bytes[at]
    if (byte === undefined) return null
    length += (byte & 127) * 128 ** (at - 1)
    if (byte < 128) return { type: (bytes[0] ?? 0) >> 4, size: 1 + at + length }
  }
  return { type: 0, size: -1 }
}

/**
 * A connection as the broker sees it. `onPing` is called for a PINGREQ, `onTooLarge` with the size of a gateway's packet that
 * ends its connection.
 */
export class Gate extends Duplex {
  /** @type {(size: number) => void} */
  onTooLarge = () => undefined
  onPing = () => undefined
  /** @type {{ take(): number } | null} the gateway's pace, once it has signed in */
  #pace = null
  #rest = Buffer.alloc(0)
  /** @type {{ packet: Buffer, type: number }[]} */
  #queue = []
  #next = 0
  #queued = 0
  /** Bytes of PUBLISHes that the broker has and the server has not kept. */
  #inHand = 0
  #isWanted = false
  #isPassed = false
  /** @type {NodeJS.Timeout | null} */
  #deadline = null
  /** @type {NodeJS.Timeout | null} */
  #keepAlive = null
  /** @type {NodeJS.Timeout | null} */
  #later = null
  #pings = 0
  #pingsSince = 0

  /**
   * @param {import('node:net').Socket} socket
   * @param {Store} store
   * @param {import('@services/server/limits').BrokerLimits} limits
   */
  constructor(socket, store, limits) {
    super({ writableHighWaterMark: 2 * limits.behind, allowHalfOpen: false })
    this.socket = socket
    this.store = store
    this.limits = limits
    this.#deadline = setTimeout(() => this.destroy(), limits.connectWait)
    socket.on('data', (chunk) => this.#hear(chunk))
    socket.on('end', () => this.push(null))
    socket.on('error', () => this.destroy())
    socket.on('close', () => this.destroy())
  }

  /** Whether the other side leaves too much unread. */
  get isBehind() {
    return this.writableLength > this.limits.behind
  }

  /** CONNECT has come; the connection ends after 1.5 times this without a packet (MQTT 3.1.1 §3.1.2.10). @param {number} seconds */
  expectEvery(seconds) {
    if (seconds <= 0) return
    const check = () => {
      // What we do not read cannot be heard.
      if (this.socket.isPaused()) this.#keepAlive?.refresh()
      else this.destroy()
    }
    this.#keepAlive = setTimeout(check, seconds * 1.5 * SECOND)
  }

  /** Who is there is known: what waits goes on, at this pace. @param {{ take(): number }} pace */
  admit(pace) {
    this.#stopClock()
    this.#pace = pace
    this.#deliver()
  }

  /** A PUBLISH of so many bytes has been kept. @param {number} size */
  settle(size) {
    if (this.destroyed) return
    this.#inHand -= size
    this.#free(size)
    this.#deliver()
  }

  readOn() {
    if (this.#isCrowded()) return
    this.store.stopped.delete(this)
    this.socket.resume()
  }

  _read() {
    this.#isWanted = true
    this.#deliver()
  }

  /** @param {Buffer} chunk @param {BufferEncoding} _encoding @param {(error?: Error | null) => void} done */
  _write(chunk, _encoding, done) {
    this.socket.write(chunk, () => done())
  }

  /** @param {{ chunk: Buffer }[]} chunks @param {(error?: Error | null) => void} done */
  _writev(chunks, done) {
    this.socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), () => done())
  }

  /** @param {(error?: Error | null) => void} done */
  _final(done) {
    this.socket.end(() => done())
  }

  /** @param {Error | null} _error @param {(error?: Error | null) => void} done */
  _destroy(_error, done) {
    this.#stopClock()
    if (this.#keepAlive) clearTimeout(this.#keepAlive)
    if (this.#later) clearTimeout(this.#later)
    this.store.stopped.delete(this)
    this.store.free(this.#queued + this.#inHand + this.#rest.length)
    this.#queue = []
    this.#rest = Buffer.alloc(0)
    this.#queued = 0
    this.#inHand = 0
    if (!this.socket.destroyed) {
      const timer = setTimeout(() => this.socket.destroy(), FAREWELL)
      this.socket.once('close', () => clearTimeout(timer))
      // A refusal that has been written is still sent.
      this.socket.destroySoon()
    }
    done(null)
  }

  /** @param {Buffer} chunk */
  #hear(chunk) {
    const before = this.#rest.length
    let rest = before === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    while (rest.length > 0 && !this.destroyed) {
      const isConnect = rest[0] === CONNECT << 4
      const head = this.#isPassed || isConnect ? headOf(rest) : { type: 0, size: -1 }
      if (head === null) break
      if (head.size < 0 || head.size > this.#mostOf(head.type)) return this.#refuse(head.size)
      if (rest.length < head.size) break
      this.#take(head.type, rest.subarray(0, head.size))
      rest = rest.subarray(head.size)
    }
    if (this.destroyed) return
    // A copy: the whole chunk would be held for its last bytes.
    this.#rest = Buffer.from(rest)
    this.store.bytes += this.#rest.length - before
    if (this.#isCrowded()) this.#readNoMore()
  }

  /** @param {number} type */
  #mostOf(type) {
    if (!this.#pace) return this.limits.strangerPacket
    return type === PUBLISH ? this.limits.publish : this.limits.packet
  }

  /** @param {number} size */
  #refuse(size) {
    if (this.#pace && size > 0) this.onTooLarge(size)
    this.destroy()
  }

  /** @param {number} type @param {Buffer} packet */
  #take(type, packet) {
    this.#keepAlive?.refresh()
    if (!this.#isPassed) {
      this.#isPassed = true
      this.#stopClock()
      // Until it is answered; the server's own patience ends first.
      this.#deadline = setTimeout(() => this.destroy(), this.limits.signInWait + SECOND)
    }
    // Behind what waits a ping would come too late for whoever sent it.
    if (type === PINGREQ && this.#pace) return this.#answerPing()
    this.#queue.push({ packet, type })
    this.#queued += packet.length + OVERHEAD
    this.store.bytes += packet.length + OVERHEAD
    this.#deliver()
  }

  #answerPing() {
    const now = Date.now()
    if (now - this.#pingsSince > SECOND) {
      this.#pingsSince = now
      this.#pings = 0
    }
    this.#pings += 1
    if (this.#pings > this.limits.pings || this.isBehind) return this.destroy()
    this.write(PINGRESP)
    this.onPing()
  }

  /** Gives the broker what it may have now. */
  #deliver() {
    while (this.#isWanted && this.#next < this.#queue.length && !this.destroyed) {
      const waiting = /** @type {{ packet: Buffer, type: number }} */ (this.#queue[this.#next])
      const { packet, type } = waiting
      if (type !== CONNECT && !this.#pace) return
      if (type === PUBLISH && this.#inHand >= this.limits.inHand) return
      const wait = this.#pace?.take() ?? 0
      if (wait > 0) return this.#deliverAfter(wait)
      this.#next += 1
      this.#queued -= packet.length + OVERHEAD
      if (type === PUBLISH) {
        this.#inHand += packet.length + OVERHEAD
        this.#free(0)
      } else this.#free(packet.length + OVERHEAD)
      this.#isWanted = this.push(packet)
    }
    if (this.#next === this.#queue.length && this.#next > 0) {
      this.#queue = []
      this.#next = 0
    }
  }

  /** @param {number} milliseconds */
  #deliverAfter(milliseconds) {
    this.#later ??= setTimeout(() => {
      this.#later = null
      this.#deliver()
    }, milliseconds)
  }

  /** @param {number} bytes */
  #free(bytes) {
    this.store.free(bytes)
    if (this.socket.isPaused()) this.readOn()
  }

  #isCrowded() {
    if (!this.#pace) return this.#queued > this.limits.strangerQueue
    return this.#queued > (this.store.isFull ? this.limits.fairQueue : this.limits.queue)
  }

  #readNoMore() {
    this.store.stopped.add(this)
    this.socket.pause()
  }

  #stopClock() {
    if (this.#deadline) clearTimeout(this.#deadline)
    this.#deadline = null
  }
}

/** What a PUBLISH that the broker has read counts for. @param {number} length of what follows its fixed header */
export function weightOf(length) {
  const bytes = length < 128 ? 1 : length < 16_384 ? 2 : length < 2_097_152 ? 3 : 4
  return 1 + bytes + length + OVERHEAD
}
