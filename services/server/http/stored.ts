import type { FastifyReply } from 'fastify'
import type { StoredReply } from '../module'

/**
 * Sends kept bytes: all of them, the part that was asked for, or that nothing has changed. No page can be made of them:
 * a browser takes their type as given, runs nothing in them and frames nothing from them.
 */
export async function sendStored(reply: FastifyReply, stored: StoredReply): Promise<unknown> {
  const { size, type, name, inline, version } = stored
  const { headers } = reply.request
  const tag = `"${version}"`
  reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Authorization')
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header(
      'content-disposition',
      `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${headerText(name)}`,
    )
  if (headers['if-none-match'] === tag) return reply.status(304).send()
  reply.type(type)
  const requested =
    headers['if-range'] === undefined || headers['if-range'] === tag ? headers.range : undefined
  const range = rangeOf(requested, size)
  if (range === 'outside') return reply.status(416).header('content-range', `bytes */${size}`).send()
  if (range === null && size === 0) return reply.send('')
  const part = range ?? { start: 0, end: size - 1 }
  const body = await stored.open(part)
  reply.header('content-length', part.end - part.start + 1)
  // The plugin that compresses answers has no other word for one alone.
  if (!LOOSE.test(type)) headers['x-no-compression'] = 'packed'
  if (range) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  return reply.send(body)
}

/** What is worth compressing: most files are packed already, and one that is sent as it is can say how far it has come. */
const LOOSE = /^text\/|[+/](?:json|xml)(?:;|$)/

/** The one part that a `Range` header asks for; null for the whole, which several parts or an unknown unit get too. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return start >= size || end < start ? 'outside' : { start, end }
}

/** A file's name as RFC 8187 has it in a header: half a surrogate pair is replaced, quotes and brackets are escaped too. */
export function headerText(name: string): string {
  return encodeURIComponent(Buffer.from(name).toString()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
