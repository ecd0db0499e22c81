import { isRecord } from '../json'
import { optionSource } from '../widget/options'
import { recordOf } from './given-values'
import { openScope, type Scope, withNames } from './names'
import { below } from './positions'
import { anyShape, listShape, memberNames, memberOf, membersShape, type Shape, schemaShape } from './shape'

/** What an expression of a form sees: its fields by name and as `form`, columns inside a sub-table, then what is outside. */
export function formScopes(
  content: unknown,
  outside: Scope,
  loaded: readonly Shape[] = [],
): Map<string, Scope> {
  const fields = fieldsIn(recordOf(content)['fields'])
  const shape = anyShape([fieldsShape(fields), ...loaded])
  const own = fields.map(({ name }) => [rootOf(name), memberOf(shape, rootOf(name)) ?? 'open'] as const)
  const scope = withNames(outside, { form: shape, ...Object.fromEntries(own) })
  const at = new Map<string, Scope>([
    ['', scope],
    ['/load', arriving(scope, loaded)],
  ])
  for (const { pointer, columns } of fields) {
    if (!columns) continue
    const row = fieldsShape(columns)
    const names = columns.map(({ name, value = 'open' }) => [name, value] as const)
    at.set(`${pointer}/columns`, withNames(scope, { ...Object.fromEntries(names), row }))
  }
  return at
}

/** What `load` sees: the members of the record that arrives. */
function arriving(scope: Scope, loaded: readonly Shape[]): Scope {
  const names = loaded.flatMap((shape) => memberNames(shape))
  if (names.length === 0 || loaded.includes('open')) return openScope(scope)
  const record = anyShape(loaded)
  return withNames(
    scope,
    Object.fromEntries(names.map((name) => [name, memberOf(record, name) ?? ('open' as const)])),
  )
}

export interface Field {
  readonly name: string
  readonly pointer: string
  readonly columns?: readonly Field[]
  /** What is known of its value. */
  readonly value?: Shape
}

export function fieldsShape(fields: readonly Field[]): Shape {
  return membersShape(
    fields.map(({ name, columns, value = 'open' }) => {
      const shape = columns ? listShape(fieldsShape(columns)) : value
      return [rootOf(name), name.includes('.') ? 'open' : shape] as const
    }),
  )
}

/** `dataConfigJson.sql` is a member of what expressions know as `dataConfigJson`. */
const rootOf = (name: string) => name.split('.')[0] ?? name

/** Fields of a form, those inside containers too; columns stay with their table. */
export function fieldsIn(value: unknown, pointer = '/fields'): Field[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => fieldsIn(entry, below(pointer, index)))
  if (!isRecord(value)) return []
  const { name, columns } = value
  const inside = ['fields', 'panes'].flatMap((key) => fieldsIn(value[key], below(pointer, key)))
  if (typeof name !== 'string' || value['widget'] === undefined) return inside
  const own: Field = {
    name,
    pointer,
    value: shapeOfValue(value),
    ...(Array.isArray(columns) && { columns: fieldsIn(columns, below(pointer, 'columns')) }),
  }
  return [own, ...inside]
}

/** Of one choice among constant ones that it is one of them, of a number that it is one. */
function shapeOfValue({ widget, options, multiple }: Readonly<Record<string, unknown>>): Shape {
  if (widget === 'number-input') return schemaShape({ type: 'number' })
  if (!ONE_OF_MANY.includes(String(widget)) || multiple === true || !Array.isArray(options)) return 'open'
  const source = optionSource(options)
  return source?.kind === 'static' ? schemaShape({ enum: source.options.map((one) => one.value) }) : 'open'
}

/** Widgets whose value is one of their choices. */
const ONE_OF_MANY: readonly string[] = ['select', 'radio']
