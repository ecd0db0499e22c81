/** A record of a tree: its members, and its children under `children`. */
export interface TreeRecord {
  readonly children?: readonly TreeRecord[]
  readonly [member: string]: unknown
}

/** Names of the members that are shown. */
export interface TreeMembers {
  readonly key: string
  readonly label: string
}

/** What matches a keyword, with all above it; a match keeps all below it. */
export function filterTree(
  records: readonly TreeRecord[],
  keyword: string,
  members: TreeMembers,
): readonly TreeRecord[] {
  const word = keyword.trim().toLowerCase()
  if (word === '') return records
  return records.flatMap((record): TreeRecord[] => {
    if (
      String(record[members.label] ?? '')
        .toLowerCase()
        .includes(word)
    )
      return [record]
    const children = filterTree(record.children ?? [], keyword, members)
    return children.length > 0 ? [{ ...record, children }] : []
  })
}

/** Keys of the records that have children. */
export function parentKeys(records: readonly TreeRecord[], members: TreeMembers): readonly string[] {
  return records.flatMap((record) =>
    record.children?.length ? [String(record[members.key]), ...parentKeys(record.children, members)] : [],
  )
}

/** Every record by its key. */
export function allKeys(
  records: readonly TreeRecord[],
  members: TreeMembers,
): ReadonlyMap<string, TreeRecord> {
  const found = new Map<string, TreeRecord>()
  const visit = (list: readonly TreeRecord[]) => {
    for (const record of list) {
      found.set(String(record[members.key]), record)
      visit(record.children ?? [])
    }
  }
  visit(records)
  return found
}

/**
 * Of ticked keys those that hold where a tick counts for all below: a record above others is ticked by itself or with all of
 * them, and no more where a part of them is, as when it was ticked while a keyword or a choice left fewer below it.
 */
export function heldTicks(
  records: readonly TreeRecord[],
  keys: readonly string[],
  members: TreeMembers,
): readonly string[] {
  const ticked = new Set(keys)
  const partly = new Set<string>()
  const count = (record: TreeRecord): readonly [number, number] => {
    const key = String(record[members.key])
    if (!record.children?.length) return [ticked.has(key) ? 1 : 0, 1]
    const below = record.children.map(count)
    const own = below.reduce((sum, [one]) => sum + one, 0)
    const all = below.reduce((sum, [, one]) => sum + one, 0)
    if (own > 0 && own < all) partly.add(key)
    return [own, all]
  }
  records.forEach(count)
  return keys.filter((key) => !partly.has(key))
}

/** The first record without children, in reading order. */
export function firstLeaf(records: readonly TreeRecord[]): TreeRecord | undefined {
  const [first] = records
  if (!first) return undefined
  return first.children?.length ? firstLeaf(first.children) : first
}

/** A tree as Arco draws it: a record's other members (`icon`, `disabled`) mean nothing to it. */
export interface DrawnTree {
  readonly key: string
  readonly title: string
  readonly isLeaf?: boolean
  readonly children?: DrawnTree[]
}

/** @param isLeaf whether nothing is below a record; undefined: as it has children or not */
export function drawnTree(
  records: readonly TreeRecord[],
  members: TreeMembers,
  isLeaf: (record: TreeRecord) => boolean | undefined = () => undefined,
): DrawnTree[] {
  return records.map((record) => ({
    ...leafOf(isLeaf(record)),
    key: String(record[members.key]),
    title: String(record[members.label] ?? ''),
    ...(record.children && { children: drawnTree(record.children, members, isLeaf) }),
  }))
}

function leafOf(isLeaf: boolean | undefined): Pick<DrawnTree, 'isLeaf'> {
  return isLeaf === undefined ? {} : { isLeaf }
}
