import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { DatabaseUnavailable } from '../database/connect'
import type { Locales } from '../locales'
import { installErrorHandler } from './error-handler'
import { ApiError, noRight, notFound } from './errors'

const locales = {
  translator: () => ({ text: (text: unknown) => String(text) }),
} as unknown as Locales

/** What a caller reads of an error that a route at this address meets. */
async function answerAt(url: string, error: unknown) {
  const app = Fastify()
  installErrorHandler(app, locales)
  app.get(url, () => Promise.reject(error))
  const response = await app.inject({ method: 'GET', url })
  await app.close()
  return [response.statusCode, response.json<{ code: number }>().code]
}

const broken = (members: object) => Object.assign(new Error('x'), members)
const REFUSED = new ApiError(400, 'x', { errors: [{ path: 'projectId', message: 'x' }] })

it.each<[string, unknown, readonly [number, number], readonly [number, number]]>([
  ['a wrong input', REFUSED, [200, 400], [200, 4001]],
  ['a body that nobody can read', broken({ statusCode: 415 }), [200, 400], [200, 4001]],
  ['a missing right', noRight('x'), [200, 403], [200, 4031]],
  ['what is not there', notFound(), [200, 404], [200, 4041]],
  ['too many requests', broken({ statusCode: 429 }), [429, 429], [200, 4291]],
  ['a lock that is not free in time', broken({ code: '55P03' }), [200, 500], [200, 5041]],
  ['a statement that takes too long', broken({ code: '57014' }), [200, 500], [200, 5041]],
  ['a database that does not come back', new DatabaseUnavailable(null), [503, 500], [200, 5041]],
  [
    'half a character',
    broken({ code: '22P02', detail: 'Unicode low surrogate must follow a high surrogate.' }),
    [200, 400],
    [200, 4001],
  ],
  ['a value of another type', broken({ code: '22P02' }), [500, 500], [500, 500]],
  ['a code of its own', new ApiError(4091, 'x'), [200, 4091], [200, 4091]],
  ['the end of a session', new ApiError(600, 'x'), [200, 600], [200, 600]],
  ['what nobody expected', broken({}), [500, 500], [500, 500]],
])('%s has a code of the field’s where a call is the field’s', async (_, error, general, field) => {
  expect(await answerAt('/api/system/Area', error)).toEqual(general)
  for (const url of [
    '/api/fieldManagement/lgz',
    '/api/pump/controlPump',
    '/api/weatherController/x',
    '/api/deviceAlarm/list',
  ])
    expect(await answerAt(url, error)).toEqual(field)
})

it('words a file that is too large by the limit of the route it was sent to, whoever noticed', async () => {
  const app = Fastify()
  const limits: unknown[] = []
  const text = (_: unknown, params?: { limit?: unknown }) => String(limits.push(params?.limit))
  installErrorHandler(app, { translator: () => ({ text }) } as unknown as Locales)
  const tooLarge = () => Promise.reject(broken({ code: 'FST_REQ_FILE_TOO_LARGE', statusCode: 413 }))
  app.get('/small', { config: { fileLimit: 5 } }, tooLarge)
  app.get('/other', tooLarge)
  for (const url of ['/small', '/other']) await app.inject({ method: 'GET', url })
  await app.close()
  expect(limits).toEqual([5, 50])
})

it('hears a body out that is too large, and names the limit of its route', async () => {
  const app = Fastify()
  const limits: unknown[] = []
  const text = (_: unknown, params?: { limit?: unknown }) => String(limits.push(params?.limit))
  installErrorHandler(app, { translator: () => ({ text }) } as unknown as Locales)
  app.post('/', { bodyLimit: 2 ** 16 }, () => ({}))
  const address = await app.listen({ port: 0 })
  const body = JSON.stringify('x'.repeat(5 * 2 ** 20))
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect([response.status, await response.json()]).toEqual([413, expect.objectContaining({ code: 400 })])
  await app.close()
  expect(limits).toEqual(['64 KB'])
})
