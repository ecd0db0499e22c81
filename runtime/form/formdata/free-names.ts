import { asRecord, isRecord } from '../../json'
import { OWN_RULES, rulesFollowing } from './own-rules'
import { widgetNameOf } from './widget-name'

type Json = Readonly<Record<string, unknown>>

/** Names that records and their rows need themselves. */
const RESERVED: ReadonlySet<string> = new Set(['id', '__proto__'])

/** Widgets whose `relationField` is a field of their own form; the others' is one of what they choose from. */
const OWN_RELATION: ReadonlySet<string> = new Set([
  'relationFormAttr',
  'popupAttr',
  'barcode',
  'qrcode',
  'userSelect',
])

/** A form whose fields have names that records can keep, and which of them were given one: path in the document → path kept under. */
export interface FreeNames {
  readonly fields: readonly unknown[]
  readonly renamed: ReadonlyMap<string, string>
}

/**
 * Gives each field with a reserved name a name of its own (`field_id`), with all that names it: operands, parameters,
 * relations. What came in is not touched.
 */
export function withFreeNames(
  fields: readonly unknown[],
  names: ReadonlyMap<string, ReadonlySet<string>>,
): FreeNames {
  const renamed = new Map<string, string>()
  for (const [table, own] of names)
    for (const name of own)
      if (RESERVED.has(name)) renamed.set(pathOf(table, name), pathOf(table, freeName(name, own)))
  return renamed.size === 0
    ? { fields, renamed }
    : { fields: new Renaming(renamed, names).all(fields, ''), renamed }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = `field_${name}`
  while (taken.has(free)) free = `${free}_`
  return free
}

const pathOf = (table: string, name: string) => (table === '' ? name : `${table}.${name}`)

class Renaming {
  readonly #renamed: ReadonlyMap<string, string>
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>

  constructor(renamed: ReadonlyMap<string, string>, names: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#renamed = renamed
    this.#names = names
  }

  all(fields: readonly unknown[], table: string): readonly unknown[] {
    return fields.map((field) => (isRecord(field) ? this.#field(field, table) : field))
  }

  #field(field: Json, table: string): Json {
    const config = asRecord(field['__config__'])
    const name = typeof field['__vModel__'] === 'string' ? field['__vModel__'] : ''
    const children = config['children']
    const inner = name === '' || table !== '' ? table : name
    const own = OWN_RELATION.has(widgetNameOf(field))
    return {
      ...field,
      ...(name !== '' && { ['__vModel__']: this.#last(pathOf(table, name)) }),
      ...this.#params(field, table),
      ...(own && this.#reference(field, 'relationField', table)),
      ...this.#reference(field, 'startRelationField', table),
      ...this.#reference(field, 'endRelationField', table),
      ...this.#rules(field, table),
      ...(Array.isArray(field['expression']) && { expression: this.#operands(field['expression'], table) }),
      ...('__config__' in field && {
        __config__: {
          ...config,
          ...this.#params(config, table),
          ...(Array.isArray(children) && { children: this.all(children, inner) }),
        },
      }),
    }
  }

  #rules(field: Json, table: string): Json {
    const place = table === '' ? {} : { table, columns: this.#names.get(table) }
    const names = new Map([...this.#renamed].map(([path]) => [path, this.#last(path)]))
    const changed = rulesFollowing(field, place, names)
    if (Object.keys(changed).length === 0) return {}
    return { [OWN_RULES]: { ...asRecord(field[OWN_RULES]), ...changed } }
  }

  /** The new name of a path, without its table. */
  #last(path: string): string {
    const next = this.#renamed.get(path) ?? path
    return next.slice(next.indexOf('.') + 1)
  }

  #params(place: Json, table: string): Json {
    const params = place['templateJson']
    if (!Array.isArray(params)) return {}
    return {
      templateJson: params.map((param: unknown) =>
        isRecord(param) ? { ...param, ...this.#reference(param, 'relationField', table) } : param,
      ),
    }
  }

  #reference(place: Json, member: string, table: string): Json {
    const named = place[member]
    return typeof named === 'string' && named !== '' ? { [member]: this.#reachable(named, table) } : {}
  }

  #operands(expression: readonly unknown[], table: string): readonly unknown[] {
    return expression.map((token) =>
      isRecord(token) && typeof token['__vModel__'] === 'string'
        ? { ...token, ['__vModel__']: this.#reachable(token['__vModel__'], table) }
        : token,
    )
  }

  /** A reference: a field, a column as `table.column` or `table-column`, a column of the same row, `x_jnpfTable_y1`. */
  #reachable(reference: string, table: string): string {
    const [name = '', ...rest] = reference.split('_jnpfTable_')
    const tail = rest.map((part) => `_jnpfTable_${part}`).join('')
    const dash = name.indexOf('-')
    const path = dash > 0 ? `${name.slice(0, dash)}.${name.slice(dash + 1)}` : name
    const inRow = table !== '' && this.#renamed.get(pathOf(table, name))
    if (inRow) return this.#last(pathOf(table, name)) + tail
    const next = this.#renamed.get(path)
    return next === undefined ? reference : (dash > 0 ? next.replace('.', '-') : next) + tail
  }
}
