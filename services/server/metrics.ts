import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** How often it is looked how late the event loop is, and for how long that counts, in milliseconds. */
const LOOK_EVERY = 20
const WHILE = 60_000

/** A figure that is asked for when the figures are read. */
export type Figure = () => Promise<Readonly<Record<string, number>>> | Readonly<Record<string, number>>

/** What is counted of a server (`GET /metrics`, in Prometheus's text form). */
export interface Metrics {
  /** A figure of several kinds, such as the connections of a pool by what they do. @param label `state` */
  figure(name: string, help: string, label: string, read: Figure): void
  /** Something that only grows. */
  counter(name: string, help: string): (by: number) => void
  text(): Promise<string>
  readonly contentType: string
  /** How late the event loop was in the last while: 99 of 100 turns were not later, in milliseconds. */
  lag(): number
  close(): void
}

declare module './module' {
  interface Services {
    metrics: Metrics
    /** Connections of the pools by what they do: `busy`, `idle`, `waiting`. */
    pools: () => Readonly<Record<string, number>>
    /** Calls of jobs (imports, exports) that are under way. */
    jobs: { running: number }
  }
}

/** Counts requests by the route that matched, so that strangers' addresses make no new series. */
export function createMetrics(app: FastifyInstance): Metrics {
  const registry = new Registry()
  const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY })
  delays.enable()
  const forgetting = setInterval(() => delays.reset(), WHILE).unref()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'loam_http_request_seconds',
    help: 'Requests by method, route and status, and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  return {
    figure(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          // A figure that cannot be had now is not there; the others are.
          const values = await Promise.resolve(read()).catch(() => ({}))
          this.reset()
          for (const [kind, value] of Object.entries(values)) this.set({ [label]: kind }, value)
        },
      })
    },
    counter(name, help) {
      const counter = new Counter({ name, help, registers: [registry] })
      return (by) => counter.inc(by)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    lag() {
      // Nanoseconds between two looks; what is beyond the time between looks is lag.
      const late = delays.percentile(99) / 1e6 - LOOK_EVERY
      return Math.max(0, Math.round(late))
    },
    close() {
      clearInterval(forgetting)
      delays.disable()
      registry.clear()
    },
  }
}

/**
 * Serves them: on a port of their own, which listens on the loopback alone, and with a token at `/metrics` of the server's own.
 * Without either setting they are not to be had.
 */
export async function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  {
    metricsPort,
    metricsToken,
  }: { readonly metricsPort?: number | undefined; readonly metricsToken?: string | undefined },
): Promise<() => Promise<void>> {
  if (metricsToken)
    app.get('/metrics', async (request, reply) => {
      if (!isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
        return reply.code(401).send()
      return reply.type(metrics.contentType).send(await metrics.text())
    })
  const server = metricsPort === undefined ? undefined : await listen(metrics, metricsPort)
  return async () => {
    metrics.close()
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}

async function listen(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Set LOAM_METRICS_PORT to another one.`)
          : error,
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
