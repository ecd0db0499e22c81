import { createHash, createHmac } from 'node:crypto'

/** A request as the clouds sign it: POST to `/` of a host. */
export interface Signed {
  readonly host: string
  readonly action: string
  readonly version: string
  readonly query?: Readonly<Record<string, string>>
  readonly body: string
}

export interface Credential {
  readonly id: string
  readonly secret: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** As RFC 3986 has it: unlike `encodeURIComponent` it leaves nothing but letters, digits and `-_.~`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** A query as it is signed, and sent: sorted by name. */
export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')

/** Headers that are signed, as lines and as the list of their names. */
function headerLines(headers: Readonly<Record<string, string>>) {
  const names = Object.keys(headers).sort()
  return { lines: names.map((name) => `${name}:${headers[name]}\n`).join(''), names: names.join(';') }
}

/** Headers of a request to Alibaba Cloud (signature version 3, ACS3-HMAC-SHA256). */
export function signForAliyun(
  { host, action, version, query = {}, body }: Signed,
  { id, secret }: Credential,
  { at, nonce }: { readonly at: Date; readonly nonce: string },
): Readonly<Record<string, string>> {
  const headers = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': at.toISOString().replace(/\.\d+/, ''),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const { lines, names } = headerLines(headers)
  const request = ['POST', '/', canonicalQuery(query), lines, names, sha256(body)].join('\n')
  const signature = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(request)}`).toString('hex')
  return {
    ...headers,
    authorization: `ACS3-HMAC-SHA256 Credential=${id},SignedHeaders=${names},Signature=${signature}`,
  }
}

/** Headers of a request to Tencent Cloud (signature version 3, TC3-HMAC-SHA256). */
export function signForTencent(
  { host, action, version, body }: Signed,
  { id, secret }: Credential,
  { at, region }: { readonly at: Date; readonly region: string },
): Readonly<Record<string, string>> {
  const service = host.split('.')[0] ?? ''
  const signed = { 'content-type': 'application/json; charset=utf-8', host }
  const { lines, names } = headerLines(signed)
  const request = ['POST', '/', '', lines, names, sha256(body)].join('\n')
  const seconds = Math.floor(at.getTime() / 1000)
  const date = at.toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request')
  const signature = hmac(key, ['TC3-HMAC-SHA256', seconds, scope, sha256(request)].join('\n')).toString('hex')
  return {
    ...signed,
    authorization: `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    'x-tc-action': action,
    'x-tc-region': region,
    'x-tc-timestamp': String(seconds),
    'x-tc-version': version,
  }
}
