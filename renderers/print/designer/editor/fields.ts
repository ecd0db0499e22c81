/** A node of `print.fields`. At the top: `headTable` and the sub-tables; below them their fields, a column as `items.amount`. */
export interface PrintField {
  readonly id: string
  readonly fullName: string
  readonly jnpfKey?: string
  readonly children?: readonly PrintField[]
}

export const HEAD_TABLE = 'headTable'

/** A field that a place can name. */
export interface KnownField {
  readonly path: string
  readonly label: string
  /** Of a column: the name of its sub-table; null: a field of the record itself. */
  readonly table: { readonly id: string; readonly label: string } | null
  readonly jnpfKey: string | undefined
}

/** The fields that places can name, by path, in their order. */
export type KnownFields = ReadonlyMap<string, KnownField>

export function knownFields(fields: readonly PrintField[]): KnownFields {
  return new Map(
    fields.flatMap(({ id, fullName, children = [] }) =>
      children.map(({ id: path, fullName: label, jnpfKey }): [string, KnownField] => [
        path,
        { path, label, table: id === HEAD_TABLE ? null : { id, label: fullName }, jnpfKey },
      ]),
    ),
  )
}

/** The field of a path: also where it goes by its sub-table's order (`T1.amount`), and for the raw value beside a text. */
export function fieldAt(fields: KnownFields, path: string): KnownField | undefined {
  const dotted = path.replace('-', '.')
  const found = fields.get(dotted) ?? fields.get(dotted.replace(/_(id|name)$/, ''))
  if (found) return found
  const [, at, column] = /^T(\d+)\.(\w+)$/.exec(dotted) ?? []
  const table = tablesOf(fields)[Number(at) - 1]
  return table === undefined ? undefined : fields.get(`${table}.${column}`)
}

/** Names of the sub-tables in their order. */
export function tablesOf(fields: KnownFields): readonly string[] {
  return [...new Set([...fields.values()].flatMap(({ table }) => (table ? [table.id] : [])))]
}

const NUMBERS = /^(inputNumber|numInput|JNPFAmount|calculate)$/

/** A field whose value is a number, to be printed with thousands and at the right. */
export function isNumber(jnpfKey: string | undefined): boolean {
  return jnpfKey !== undefined && NUMBERS.test(jnpfKey)
}
