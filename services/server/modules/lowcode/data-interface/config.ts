import { INTERFACE_TYPE, type InterfaceType } from '@services/contract/areas/lowcode/data-interface-bodies'
import { CODE } from '@services/contract/envelope'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { ApiError } from '../../../http/errors'
import { refuseLostNumbers } from '../../../http/exact-numbers'
import type { CallContext } from '../../../module'

/** A header or query member of an HTTP interface; placeholders `{param}` and `{@variable}` may stand in its value. */
const HttpMember = Type.Object({
  field: Type.String({ minLength: 1, maxLength: 200 }),
  defaultValue: Type.String({ maxLength: 4000 }),
})

const SqlConfig = Type.Object({ sql: Type.String({ minLength: 1, maxLength: 100_000 }) })
const StaticConfig = Type.Object({
  staticData: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 10_000 }),
})
const HttpConfig = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 4000, pattern: '^https?://' }),
  method: Type.Optional(Type.Enum(['GET', 'POST'])),
  headers: Type.Optional(
    Type.Array(Type.Object({ ...HttpMember.properties, secret: Type.Optional(Type.Boolean()) }), {
      maxItems: 50,
    }),
  ),
  query: Type.Optional(Type.Array(HttpMember, { maxItems: 100 })),
  /** JSON text of what is posted. */
  body: Type.Optional(Type.String({ maxLength: 100_000 })),
  /** Where the rows stand in the answer: `data.list`; empty: the answer itself. */
  path: Type.Optional(Type.String({ maxLength: 500 })),
})

export type SqlConfig = Static<typeof SqlConfig>
export type StaticConfig = Static<typeof StaticConfig>
export type HttpConfig = Static<typeof HttpConfig>
export type InterfaceConfig = SqlConfig | StaticConfig | HttpConfig

const SCHEMAS: Readonly<Record<InterfaceType, TSchema>> = {
  [INTERFACE_TYPE.sql]: SqlConfig,
  [INTERFACE_TYPE.static]: StaticConfig,
  [INTERFACE_TYPE.http]: HttpConfig,
}

/** Stands where a secret is; sent back, it keeps what is stored. */
export const MASK = '******'

/** JSON text or the value itself, as the wire may have either. @throws ApiError 400 for text that is no JSON. */
export function readJson(sent: unknown, path: string): unknown {
  if (typeof sent !== 'string') return sent
  let value: unknown
  try {
    value = JSON.parse(sent)
  } catch {
    throw invalid(path, 'JSON')
  }
  refuseLostNumbers(sent, path)
  return value
}

/**
 * A configuration as it is stored. Members that its kind does not have are left out.
 * @throws ApiError 400 with the member's path.
 */
export function readConfig(type: InterfaceType, sent: unknown): InterfaceConfig {
  const schema = SCHEMAS[type]
  const config = Value.Clean(schema, withoutNulls(readJson(sent, 'dataConfigJson')))
  const [error] = Value.Errors(schema, config)
  if (error) throw invalid(`dataConfigJson${error.instancePath.replaceAll('/', '.')}`, error.message)
  return config as InterfaceConfig
}

/** What a form leaves empty is not there: of an object, and of the objects in its lists but those of static rows. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null
        ? []
        : [[name, name !== 'staticData' && Array.isArray(member) ? filledRows(member) : member]],
    ),
  )
}

/** Rows without what is empty in them. */
export const filledRows = (rows: readonly unknown[]): unknown[] => rows.map(withoutNulls)

/** A configuration as it leaves the server. */
export function maskSecrets(config: InterfaceConfig): InterfaceConfig {
  if (!('url' in config)) return config
  return {
    ...config,
    headers: (config.headers ?? []).map((header) =>
      header.secret ? { ...header, defaultValue: MASK } : header,
    ),
  }
}

/**
 * Puts the stored secrets where their masks came back. To another place they are not sent: whoever changes the address
 * must know them.
 * @param place what of the address has to be the same; of a draft the path too: nobody has saved it yet, nor is seen to
 * @throws ApiError 400 when a mask stands for nothing.
 */
export function keepSecrets(
  config: InterfaceConfig,
  stored: InterfaceConfig | undefined,
  text: CallContext['text'],
  place: (url: string) => string = originOf,
): InterfaceConfig {
  if (!('url' in config)) return config
  const known = stored && 'url' in stored && place(stored.url) === place(config.url) ? stored.headers : []
  const headers = (config.headers ?? []).map((header, index) => {
    if (!header.secret || header.defaultValue !== MASK) return header
    const secret = known?.find((old) => old.secret && old.field === header.field)
    if (!secret) {
      const path = `dataConfigJson.headers.${index}.defaultValue`
      const isElsewhere = stored && 'url' in stored && place(stored.url) !== place(config.url)
      const message = isElsewhere ? '@dataInterface.secretElsewhere' : '@dataInterface.secretAgain'
      const params = { name: header.field }
      throw new ApiError(CODE.badRequest, message, {
        params,
        errors: [{ path, message: text(message, params) }],
      })
    }
    return secret
  })
  return { ...config, headers }
}

/** The server and the place on it that an address means, whatever is asked there. */
export function placeOf(url: string): string {
  const { origin, pathname } = URL.parse(url) ?? { origin: url, pathname: '' }
  return origin + pathname
}

/** The server that an address means. */
export function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url
}

function invalid(path: string, reason: string): ApiError {
  return new ApiError(CODE.badRequest, '@dataInterface.configInvalid', {
    params: { path, reason },
    errors: [{ path, message: reason }],
  })
}
