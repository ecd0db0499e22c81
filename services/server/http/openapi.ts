import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { forEveryone } from '../right'
import { createContext } from './context'
import type { Surroundings } from './handle'

const MEDIA = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  file: 'multipart/form-data',
  stream: 'multipart/form-data',
  binary: 'application/json',
} as const

/**
 * OpenAPI at `/api/docs/openapi.json`, and at `/api/docs` a page of it that needs no script: for whoever is signed in, and beside the
 * demo for everybody.
 */
export function serveApiDocumentation(
  app: FastifyInstance,
  isOpen: boolean,
  surroundings: Surroundings,
): void {
  const config = { isPublic: isOpen }
  const preHandler = async (request: FastifyRequest) => {
    if (!isOpen)
      await createContext(
        request,
        forEveryone('What the calls are is no secret to whoever may make them'),
        surroundings,
      )
  }
  const all = Object.values(calls as Readonly<Record<string, Call>>)
  const description = once(() => JSON.stringify(openApiOf(all)))
  const page = once(() => pageOf(all))
  app.get('/api/docs/openapi.json', { config, preHandler }, (_request, reply) =>
    reply.type('application/json').send(description()),
  )
  app.get('/api/docs', { config, preHandler }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page()),
  )
}

/** Writing several hundred calls takes longer than a start may: it is done when first asked for. */
function once(write: () => string): () => string {
  let text: string | undefined
  return () => (text ??= write())
}

function openApiOf(all: readonly Call[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of all) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Loam', version: '0.1.0' },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    security: [{ token: [] }],
    paths,
  }
}

function operation(call: Call): object {
  const wire = call.wire ?? 'json'
  const answer =
    wire === 'binary'
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: envelopeOf(call.response) } }
  return {
    operationId: call.name,
    tags: [areaOf(call)],
    summary: call.summary,
    parameters: [...parametersOf(call, 'path', call.params), ...parametersOf(call, 'query', call.query)],
    ...(call.body
      ? { requestBody: { required: true, content: { [MEDIA[wire]]: { schema: call.body } } } }
      : {}),
    responses: { 200: { description: 'Success or refusal, told apart by `code`', content: answer } },
  }
}

function areaOf(call: Call): string {
  return call.name.split('.')[0] ?? ''
}

function envelopeOf(data: TSchema): object {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, timestamp: { type: 'integer' }, data },
  }
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

function parametersOf(call: Call, place: 'path' | 'query', schema: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  const names =
    place === 'path'
      ? [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
      : Object.keys(properties)
  return names.map((name) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  }))
}

function pageOf(all: readonly Call[]): string {
  const areas = [...new Set(all.map(areaOf))]
  const sections = areas.map(
    (area) =>
      `<h2>${escapeHtml(area)}</h2>${all
        .filter((call) => areaOf(call) === area)
        .map(entryOf)
        .join('')}`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Loam API</title><style>
:root{color-scheme:light dark}body{font:15px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
details{border-top:1px solid #8884;padding:.5rem 0}summary{cursor:pointer}code,pre{font-family:ui-monospace,monospace;font-size:13px}
pre{overflow:auto;padding:.75rem;background:#8881;border-radius:6px}b{display:inline-block;min-width:4.5rem}small{opacity:.7}
</style><h1>Loam API</h1><p><a href="/api/docs/openapi.json">OpenAPI 3.1 (JSON)</a></p>${sections.join('')}</html>`
}

function entryOf(call: Call): string {
  const parts = [
    ['Path', call.params],
    ['Query', call.query],
    ['Body', call.body],
    ['Data', call.response],
  ] as const
  const schemas = parts
    .filter(([, schema]) => schema)
    .map(
      ([title, schema]) => `<small>${title}</small><pre>${escapeHtml(JSON.stringify(schema, null, 1))}</pre>`,
    )
  return `<details id="${escapeHtml(call.name)}"><summary><b>${call.method}</b><code>${escapeHtml(call.path)}</code> <small>${escapeHtml(call.name)}</small><br>${escapeHtml(call.summary)}</summary>${schemas.join('')}</details>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
