/** A column of an import: a field, or one of a sub-table or of a head over several. */
export interface ImportColumn {
  readonly id: string
  readonly fullName: string
  readonly jnpfKey: string
  readonly required: boolean
  /** What may be written there, for who fills the template in. */
  readonly help: string
  /** What a template shows there. */
  readonly example?: string
  /** What its cells are read as. */
  readonly reads: 'text' | 'digits' | 'number' | 'moment' | 'time'
}

/** A head: a column, or with `children` the head over them; `table`: they are those of a sub-table. */
export interface ImportHead extends ImportColumn {
  readonly children?: readonly ImportColumn[]
}

/** How the wire calls a sub-table, and a head over several fields. */
export const TABLE = 'table'
export const COMPLEX = 'complexHeader'

/** How a sheet that the system wrote itself heads a column: one of the import's, or without `path` one that it passes over. */
export interface KnownHead {
  readonly title: string
  /** What stands over it. */
  readonly above?: string
  /** The column, below its sub-table: `items.amount`. */
  readonly path?: string
}

/** A column with where its values stand in a row of the wire. */
export interface Leaf {
  readonly head: ImportHead
  readonly column: ImportColumn
  /** The sub-table in whose rows it stands. */
  readonly table?: string
  /** As the template calls it: a label that repeats has the field's name beside it. */
  readonly label: string
}

/** The columns from left to right. */
export function leavesOf(heads: readonly ImportHead[]): readonly Leaf[] {
  const twice = repeated(heads.map(({ fullName }) => fullName))
  return heads.flatMap((head): Leaf[] => {
    const own = labelOf(head, twice)
    if (!head.children) return [{ head, column: head, label: own }]
    const inside = repeated(head.children.map(({ fullName }) => fullName))
    return head.children.map((column) => ({
      ...{ head, column, label: labelOf(column, inside) },
      ...(head.jnpfKey === TABLE && { table: head.id }),
    }))
  })
}

/** What the template calls a head. */
export function headLabel(heads: readonly ImportHead[], head: ImportHead): string {
  return labelOf(head, repeated(heads.map(({ fullName }) => fullName)))
}

const labelOf = ({ id, fullName }: ImportColumn, twice: ReadonlySet<string>) =>
  twice.has(fullName) ? `${fullName}(${id})` : fullName

function repeated(labels: readonly string[]): ReadonlySet<string> {
  return new Set(labels.filter((label, index) => labels.indexOf(label) !== index))
}

/** Where a column stands, below its sub-table. */
export const pathOf = ({ column, table }: Leaf) => (table === undefined ? column.id : `${table}.${column.id}`)

/** The heads as the wire has them. */
export function wireHeads(heads: readonly ImportHead[]) {
  const wire = ({ id, fullName, jnpfKey, required, help }: ImportColumn) => ({
    ...{ id, fullName, jnpfKey, required, help },
  })
  return heads.map((head) => ({
    ...wire(head),
    ...(head.children && { children: head.children.map(wire) }),
  }))
}
