import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { CODE, type Envelope } from '@services/contract/envelope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locales } from '../locales'
import { translateFor } from './context'
import { SANDBOX_FILE, SANDBOX_POLICY } from './sandbox-policy'

/** Compressed copies go out under the name of what they are copies of. */
const UNSERVED = /\.(?:br|gz)$/

/** Serves the built browser part; every other path is the application's own (`index.html`), but not below `/api`. */
export async function serveBrowserPart(
  app: FastifyInstance,
  folder: string,
  locales: Locales,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      // A route a file is for the few that lie beside the page; assets, hundreds of them, have one below.
      wildcard: false,
      globIgnore: ['assets/**', '**/.vite/**', '**/*.{br,gz}'],
      preCompressed: true,
      cacheControl: false,
      index: false,
      allowedPath: (path) => !UNSERVED.test(path),
      setHeaders: (reply, path) => {
        // The names of built assets hold their digest.
        const immutable = path.includes('/assets/')
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (SANDBOX_FILE.test(path)) reply.header('content-security-policy', SANDBOX_POLICY)
      },
    })
    app.get('/', (_request, reply) => reply.sendFile('index.html'))
    app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && isPage(request)) return reply.sendFile('index.html')
    return nothingThere(request, reply, locales)
  })
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  const isOwn =
    path.startsWith('/api/') ||
    path === '/api' ||
    path.startsWith('/assets/') ||
    path.startsWith('/websocket/')
  return (request.method === 'GET' || request.method === 'HEAD') && !isOwn
}

function nothingThere(request: FastifyRequest, reply: FastifyReply, locales: Locales) {
  const msg = translateFor(request, locales)('@server.noSuchPath')
  return reply
    .status(404)
    .send({ code: CODE.notFound, msg, timestamp: Date.now(), data: null } satisfies Envelope)
}
