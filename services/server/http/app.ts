import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import { newId } from '@runtime/id'
import { BODY_LIMIT, FRAME_LIMIT } from '@services/contract/limits'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Locales } from '../locales'
import type { ServerOptions } from '../options'
import { tileOrigins } from '../tile-sources'
import { installAdmission } from './admission'
import { installErrorHandler } from './error-handler'
import { refuseLostNumbers } from './exact-numbers'
import { refuseDeepJson } from './nesting'
import { refuseWhenLate } from './pressure'
import { refuseHalfCharacters } from './surrogates'
import { FORM_FILE_LIMIT, FORM_LIMITS } from './upload'

/**
 * The web server with its plugins and no routes yet.
 * @param waitingFor for how many milliseconds somebody has been waiting for a connection to the database
 */
export async function createApp(
  options: ServerOptions,
  locales: Locales,
  waitingFor: () => number = () => 0,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: options.logLevel, serializers: { req: logged } },
    genReqId: () => newId().slice(-12),
    bodyLimit: BODY_LIMIT,
    trustProxy: (_address, hop) => hop < options.trustProxy,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // While it closes, what still comes over a connection that is open is answered, and the connection ended.
    return503OnClosing: false,
    ...(options.front ? { serverFactory: options.front } : {}),
  })
  // Before the plugins: their own refusals go through it too.
  installErrorHandler(app, locales)
  if (options.busyDelay !== undefined) await refuseWhenLate(app, options.busyDelay, waitingFor)
  await app.register(helmet, securityHeaders(options))
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [1]: 4 } },
  })
  await app.register(formbody)
  await app.register(multipart, { limits: { ...FORM_LIMITS, fileSize: FORM_FILE_LIMIT * 2 ** 20 } })
  await app.register(websocket, { options: { maxPayload: FRAME_LIMIT } })
  installAdmission(app, options.rateLimit)
  // An empty body is no error: some clients send `Content-Type: application/json` with GET.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null)
    try {
      refuseDeepJson(String(text), request.routeOptions.config.nesting)
      refuseHalfCharacters(String(text))
      refuseLostNumbers(String(text))
    } catch (error) {
      return done(error as Error)
    }
    parse(request, String(text), done)
  })
  return app
}

/** A request as logs have it: a socket's token and a file's ticket stand in the path and are keys. */
function logged({ method, url, ip }: FastifyRequest) {
  return {
    method,
    url: url.replace(/^(\/websocket\/|\/api\/file\/(?:DownloadModel|Content)\/)[^/?]+/, '$1…'),
    ip,
  }
}

/** No script but our own files, and no eval; styles may be inline, since Arco and virtual tables set them. */
function securityHeaders(options: ServerOptions) {
  const policy = {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', ...tileOrigins(options.tileSources ?? [])],
      'font-src': ["'self'", 'data:'],
      // Web sockets of the same host and port are the product's own (CSP3 §6.7.2.8).
      'connect-src': ["'self'"],
      'worker-src': ["'self'", 'blob:'],
      'media-src': ["'self'", 'blob:'],
      // External pages are shown inside the shell (`spec/shell-and-monitoring.md §2.1`).
      'frame-src': ["'self'", 'http:', 'https:'],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'self'"],
    },
  }
  return {
    contentSecurityPolicy: options.front ? false : policy,
    // Both only draw warnings from browsers where the site is not served over TLS.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  } as const
}
