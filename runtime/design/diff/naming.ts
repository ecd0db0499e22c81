import { asRecord, isRecord } from '../../json'
import type { Said } from './change'
import type { Standing } from './match'
import { short } from './values'

/** What a node is called where it is spoken of: its label, its title, else what it is. */
export function calledIn({
  node,
  definition,
  name,
}: Omit<Standing, 'at' | 'parent' | 'table' | 'other'>): Said {
  const config = asRecord(node['__config__'])
  for (const text of [config['label'], node['title'], node['header'], node['content']])
    if (typeof text === 'string' && text.trim() !== '') return short(text.trim())
  const { title } = definition ?? {}
  if (typeof title === 'string') return title
  if (name !== '') return name
  const key = config['jnpfKey']
  return typeof key === 'string' && key !== '' ? short(key) : '@design.unknownWidget'
}

/** The same with the sub-table whose column it is. */
export function called(one: Standing): Said {
  if (!one.table) return calledIn(one)
  return { text: '@diff.inTable', with: { table: calledIn(one.table), field: calledIn(one) } }
}

/** The form, or the container. */
export function place(one: Standing | undefined): Said {
  return one ? called(one) : '@diff.form'
}

/** Where it stands, and by which path. */
export function placeOf({ path, at }: Standing): { readonly path?: string; readonly pointer: string } {
  return { ...(path !== '' && { path }), pointer: pointerTo(at) }
}

export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The names of members that are not the same in both. */
export function differing(
  before: unknown,
  after: unknown,
  isSame: (one: unknown, other: unknown) => boolean,
): readonly string[] {
  const [old, next] = [asRecord(before), asRecord(after)]
  const names = new Set([...Object.keys(old), ...Object.keys(next)])
  return [...names].filter((name) => !isSame(own(old, name), own(next, name)))
}

export function own(record: unknown, name: string): unknown {
  return isRecord(record) && Object.hasOwn(record, name) ? record[name] : undefined
}
