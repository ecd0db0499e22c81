import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'

/** What people have asked is answered before the server is started anew, but not for longer than this, in milliseconds. */
const LAST_ANSWERS = 5_000
/** The server's own paths; all others are the browser's part first. */
const OWN = /^\/(api|websocket|healthz)(\/|\?|$)/

/**
 * The address of `npm run dev`: it stays while the server behind it is started anew. What is asked of the server meanwhile waits
 * for it, so that a page that loads anew at a change finds all of itself. Vite's line for changes is on the same address.
 */
export function createFront() {
  /** What serves the server's part; null while it is started anew. @type {import('node:http').Server | null} */
  let behind = null
  /** The server that is being started. @type {import('node:http').Server | undefined} */
  let next
  /** Why there is none. @type {string | undefined} */
  let refusal
  /** @type {(() => void)[]} */
  const waiting = []
  /** @type {Set<import('node:http').ServerResponse>} */
  const underWay = new Set()
  /** @type {import('vite').Connect.Server | undefined} */
  let browserPart

  const goOn = () => {
    for (const work of waiting.splice(0)) work()
  }
  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const toServer = (request, response) => {
    if (behind) {
      underWay.add(response)
      response.once('close', () => underWay.delete(response))
      behind.emit('request', request, response)
    } else if (refusal === undefined) waiting.push(() => toServer(request, response))
    else response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(refusal)
  }
  /** Vite's server hears its own upgrades here, and leaves the others. */
  const upgrades = new EventEmitter()
  const server = createServer((request, response) => {
    if (OWN.test(request.url ?? '') || !browserPart) toServer(request, response)
    else browserPart(request, response, () => toServer(request, response))
  })
  server.on('upgrade', (request, socket, head) => {
    if (!OWN.test(request.url ?? '')) upgrades.emit('upgrade', request, socket, head)
    else if (behind) behind.emit('upgrade', request, socket, head)
    // The browser asks again by itself.
    else socket.destroy()
  })

  return {
    upgrades,
    /** @param {import('vite').Connect.Server} middlewares */
    serve(middlewares) {
      browserPart = middlewares
    },
    /** What the server gets for its `front`. @param {import('node:http').RequestListener} handler */
    factory(handler) {
      next = createServer(handler)
      return next
    },
    /** The server that has been started answers from now on. */
    open() {
      behind = next ?? null
      refusal = undefined
      goOn()
    },
    /** Nothing goes to the server any more; answers when what was under way has been answered. */
    async pause() {
      behind = null
      refusal = undefined
      const answered = [...underWay].map((response) => new Promise((done) => response.once('close', done)))
      let timer
      const patience = new Promise((done) => {
        timer = setTimeout(done, LAST_ANSWERS)
      })
      await Promise.race([Promise.all(answered), patience])
      clearTimeout(timer)
    },
    /** There is no server until the next change: whoever asks is told why. @param {string} reason */
    refuse(reason) {
      refusal = reason
      goOn()
    },
    /** @param {number} port @param {string} host @returns {Promise<number>} the port that it got */
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
