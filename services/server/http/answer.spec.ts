import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Call } from '@services/contract/call'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { CallScope, withScope } from '../database/call-scope'
import { LARGE_ANSWER } from '../limits'
import { type CallContext, Reply } from '../module'
import { answersOf } from './answer'

const context = { text: () => '成功' } as unknown as CallContext
const call = (answerLimit = 8 * 2 ** 20) =>
  ({ name: 'some.list', method: 'GET', path: '/some', answerLimit }) as unknown as Call

/** What a call answers of which so many bytes were read, sent as to who takes a packing. */
async function answered(result: unknown, { packing = '', read = LARGE_ANSWER + 1, of = call() } = {}) {
  const app = Fastify()
  app.get('/some', (_request, reply) => {
    const scope = new CallScope({ bytes: Number.POSITIVE_INFINITY })
    scope.spend(read)
    return withScope(scope, async () => answersOf(of)(reply, result, context))
  })
  app.setErrorHandler(async (error: Error, _request, reply) => reply.status(400).send(error.message))
  return app.inject({ url: '/some', headers: packing === '' ? {} : { 'accept-encoding': packing } })
}

describe('an answer of which much was read', () => {
  it('is the text that a small one would be, wherever it is cut', async () => {
    for (let before = 0; before < 6; before++) {
      const data = `${'x'.repeat(128 * 1024 - 13 + before)}🌾灌溉\ud83c"\\`.repeat(3)
      const large = await answered({ data })
      const small = await answered({ data }, { read: 0 })
      const plain = (text: string) => text.replace(/"timestamp":\d+/, '')
      expect(plain(large.body) === plain(small.body)).toBe(true)
      expect(large.headers['content-type']).toBe(small.headers['content-type'])
    }
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is packed as its client takes it: %s', async (packing, unpack) => {
    const { headers, rawPayload } = await answered(new Reply([1], '好', '7'), { packing })
    expect(headers['content-encoding']).toBe(packing)
    expect(headers.vary).toBe('Authorization, Accept-Encoding')
    expect(JSON.parse(unpack(rawPayload).toString())).toMatchObject({ code: 200, msg: '好', data: [1] })
  })

  it('is refused before its text is made when it has too many bytes', async () => {
    const heavy = { toJSON: () => expect.unreachable(), text: 'x'.repeat(2_000) }
    const { statusCode } = await answered(heavy, { of: call(1_000) })
    expect(statusCode).toBe(400)
  })
})
