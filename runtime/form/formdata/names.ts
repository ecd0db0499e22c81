import { asRecord } from '../../json'

/** The names of a form's fields, and of each sub-table's columns, before any of them is read: formulas may look ahead. */
export function namesIn(fields: readonly unknown[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>([['', new Set()]])
  collect(fields, '', names)
  return names
}

function collect(fields: readonly unknown[], table: string, names: Map<string, Set<string>>): void {
  for (const item of fields) {
    const field = asRecord(item)
    const name = typeof field['__vModel__'] === 'string' ? field['__vModel__'] : ''
    const children = asRecord(field['__config__'])['children']
    if (name !== '') names.get(table)?.add(name)
    if (!Array.isArray(children)) continue
    const inner = name === '' || table !== '' ? table : name
    if (!names.has(inner)) names.set(inner, new Set())
    collect(children, inner, names)
  }
}
