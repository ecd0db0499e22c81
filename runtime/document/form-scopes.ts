import { isRecord } from '../json'
import { recordOf } from './given-values'
import { openScope, type Scope } from './names'
import { below } from './positions'
import { anyShape, listShape, memberNames, memberOf, membersShape, type Shape } from './shape'

/** What an expression of a form sees: its fields by name and as `form`, columns inside a sub-table, then what is outside. */
export function formScopes(
  content: unknown,
  outside: Scope,
  loaded: readonly Shape[] = [],
): Map<string, Scope> {
  const fields = fieldsIn(recordOf(content)['fields'])
  const shape = anyShape([fieldsShape(fields), ...loaded])
  const own = fields.map(({ name }) => [rootOf(name), memberOf(shape, rootOf(name)) ?? 'open'] as const)
  const scope: Scope = new Map([...outside, ['form', shape], ...own])
  const at = new Map<string, Scope>([
    ['', scope],
    ['/load', arriving(scope, loaded)],
  ])
  for (const { pointer, columns } of fields) {
    if (!columns) continue
    const row = fieldsShape(columns)
    const names = columns.map(({ name }) => [name, 'open'] as const)
    at.set(`${pointer}/columns`, new Map<string, Shape>([...scope, ...names, ['row', row]]))
  }
  return at
}

/** What `load` sees: the members of the record that arrives. */
function arriving(scope: Scope, loaded: readonly Shape[]): Scope {
  const names = loaded.flatMap((shape) => memberNames(shape))
  if (names.length === 0 || loaded.includes('open')) return openScope(scope)
  const record = anyShape(loaded)
  return new Map([...scope, ...names.map((name) => [name, memberOf(record, name) ?? 'open'] as const)])
}

export interface Field {
  readonly name: string
  readonly pointer: string
  readonly columns?: readonly Field[]
}

export function fieldsShape(fields: readonly Field[]): Shape {
  return membersShape(
    fields.map(
      ({ name, columns }) => [rootOf(name), columns ? listShape(fieldsShape(columns)) : 'open'] as const,
    ),
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
    ...(Array.isArray(columns) && { columns: fieldsIn(columns, below(pointer, 'columns')) }),
  }
  return [own, ...inside]
}
