import type { Call } from '@services/contract/call'

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly pattern?: string
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** Values of members by their names; the others are the least that their schema takes. */
export type Named = Readonly<Record<string, unknown>>

/** The least input that a call takes, with what is named where a schema of the call has a member of that name. */
export function leastInput(call: Call, named: Named = {}): Record<string, unknown> {
  const body = call.body as Schema | undefined
  const parts = [call.params, call.query].map((part) => leastObject((part ?? {}) as Schema, named))
  const own = body === undefined || body.properties ? leastObject(body ?? {}, named) : { body: named['body'] }
  return Object.assign({}, ...parts, own)
}

function leastObject({ properties = {}, required = [] }: Schema, named: Named): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      if (name in named) return [[name, named[name]]]
      return required.includes(name) ? [[name, least(schema, named)]] : []
    }),
  )
}

function least(schema: Schema, named: Named): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return least(schema.anyOf[0] ?? {}, named)
  if (schema.properties) return leastObject(schema, named)
  switch (schema.type) {
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => least(schema.items ?? {}, named))
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    default:
      return 'x'.repeat(Math.max(schema.minLength ?? 1, 1))
  }
}
