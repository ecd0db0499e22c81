import type { DeclaredParam, ParamType } from '@services/contract/areas/lowcode/data-interface-bodies'
import { CODE } from '@services/contract/envelope'
import type { Static } from 'typebox'
import { ApiError } from '../../../http/errors'

/** A parameter as a caller sends it. */
export interface InterfaceParamValue {
  readonly field: string
  readonly defaultValue?: unknown
}

export type Declared = Static<typeof DeclaredParam>

/** A parameter's value of its declared type; null for none. A text that was left empty is an empty text. */
export type ParamValue = string | number | null
export type ParamValues = ReadonlyMap<string, { readonly type: ParamType; readonly value: ParamValue }>

/** Whole numbers as far as the database holds them (8 bytes), fractions as far as anybody writes them. */
const WHOLE = /^-?\d{1,19}$/
const DECIMAL = /^-?\d{1,30}(\.\d{1,20})?$/

/**
 * The values of an interface's declared parameters: what was sent, else the default. A text of digits serves as a
 * number; anything else that is not of the type is refused. `lenient` takes a missing required value for none: where
 * the names of ids are looked up nobody can be asked for it.
 * @throws ApiError 400 naming the parameter.
 */
export function paramValues(
  declared: readonly Declared[],
  sent: readonly InterfaceParamValue[],
  lenient = false,
): ParamValues {
  return new Map(
    declared.map((param) => {
      const given = sent.find(({ field }) => field === param.field)?.defaultValue
      const raw = isBlank(given) ? param.defaultValue : given
      if (isBlank(raw)) {
        if (param.required === 1 && !lenient) throw refuse('@dataInterface.paramRequired', param)
        return [
          param.field,
          { type: typeOf(param), value: emptyOf(typeOf(param), given, param.defaultValue) },
        ]
      }
      const value = typedValue(typeOf(param), raw)
      if (value === undefined) throw refuse('@dataInterface.paramType', param)
      return [param.field, { type: typeOf(param), value }]
    }),
  )
}

/** What nobody gave is null; of a text that was left empty it is known that nothing stands in it. */
function emptyOf(type: ParamType, ...values: readonly unknown[]): ParamValue {
  return (type === 'varchar' || type === 'text') && values.includes('') ? '' : null
}

const typeOf = (param: Declared): ParamType => param.dataType ?? 'varchar'

/** Undefined when it is not of the type. */
function typedValue(type: ParamType, raw: unknown): ParamValue | undefined {
  const text = textOf(raw)
  switch (type) {
    case 'int':
    case 'bigint':
      return WHOLE.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? text : undefined
    case 'decimal':
      return DECIMAL.test(text) ? text : undefined
    case 'datetime': {
      // Milliseconds since 1970, as forms keep them, or a date as people write it.
      if (WHOLE.test(text) && text.length > 8) return dateOf(Number(text))
      return Number.isNaN(Date.parse(text)) ? undefined : text
    }
    default:
      // The one character that no text of the database may hold.
      return text.includes('\u0000') ? undefined : text
  }
}

function dateOf(milliseconds: number): string | undefined {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function textOf(raw: unknown): string {
  if (Array.isArray(raw)) return raw.map(textOf).join(',')
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw).trim()
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function refuse(message: string, param: Declared): ApiError {
  const name = param.fieldName || param.field
  return new ApiError(CODE.badRequest, message, {
    params: { name },
    errors: [{ path: `paramList.${param.field}`, message: name }],
  })
}
