// The broker's line to the server, over which it starts, says what comes, and ends.

/** How long the server may take to end it after a signal to both, in milliseconds. */
const GRACE = 2_000
/** Batches under way beyond which the server is behind. */
const BEHIND = 50

/**
 * Waits for the server's word on how to start. The process ends when the line is cut, however the server ended, and on signals
 * that the server does not answer by ending it.
 */
export async function createLink() {
  const end = () => setImmediate(() => setImmediate(() => process.exit(0)))
  process.on('disconnect', end)
  if (!process.connected) process.exit(0)
  let isAsked = false
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
    process.on(signal, () => {
      if (isAsked) process.exit(0)
      isAsked = true
      setTimeout(() => process.exit(0), GRACE)
    })
  const settings = await new Promise((resolve) => process.once('message', resolve))
  return { settings, link: linkFor(settings.limits) }
}

/** @param {import('@services/server/limits').BrokerLimits} limits */
function linkFor(limits) {
  let last = 0
  /** What the server has not answered yet. @type {Map<number, { answer: (answer: any) => void, bytes: number }>} */
  const asked = new Map()
  let handed = 0
  let handedMessages = 0
  /** Messages that wait for the server to keep others; their gateways are read no further meanwhile. */
  let held = []
  let next = 0
  /** Messages that go together. @type {object[]} */
  let outgoing = []
  let unsent = 0

  const send = (message) => {
    if (outgoing.length === 0)
      setImmediate(() => {
        unsent += 1
        process.send?.(outgoing, () => (unsent -= 1))
        outgoing = []
      })
    outgoing.push(message)
  }
  const ask = (message, bytes, answer) => {
    const id = ++last
    asked.set(id, { answer, bytes })
    send({ ...message, id })
    return id
  }
  const handOn = () => {
    while (next < held.length && handed < limits.handed && handedMessages < limits.handedMessages) {
      const { message, kept } = held[next]
      held[next++] = undefined
      give(message, kept)
    }
    if (next < held.length) return
    held = []
    next = 0
  }
  const give = (message, kept) => {
    const bytes = message.payload.length
    handed += bytes
    handedMessages += 1
    ask(message, bytes, () => {
      handed -= bytes
      handedMessages -= 1
      kept()
    })
  }
  const answered = ({ id, ...answer }) => {
    const waiting = asked.get(id)
    asked.delete(id)
    waiting?.answer(answer)
  }
  return {
    send,
    /** The server does not hear what it is told. */
    get isBehind() {
      return unsent > BEHIND
    },
    /** Gives the server a message; `kept` is called once it is kept. */
    hand(message, kept) {
      held.push({ message, kept })
      handOn()
    },
    /** Asks who it is; answered within bounds, if need be by "not now". */
    signIn(username, password, done) {
      const id = ask({ kind: 'signIn', username, password }, 0, (answer) => {
        clearTimeout(timer)
        done(answer)
      })
      const timer = setTimeout(() => answered({ id, isAway: true }), limits.signInWait)
    },
    /** A packet that was not even read: people see it all the same. */
    tellTooLarge(gatewayId, size) {
      const topic = `(${size} bytes)`
      this.hand(
        { kind: 'message', topic, payload: new Uint8Array(), gatewayId, refused: 'too large' },
        () => undefined,
      )
    },
    listen(hear) {
      process.on('message', (message) => {
        if (message.kind !== 'answers') return hear(message)
        for (const answer of message.answers) answered(answer)
        handOn()
      })
    },
  }
}
