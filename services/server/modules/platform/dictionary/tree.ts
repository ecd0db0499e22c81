import type { Translate } from '@runtime/host'
import { codedText } from '@runtime/widget/read'

/** A row that knows its parent. */
interface Linked {
  readonly id: string
  readonly parentId: string
}

export type Branch<T> = T & { hasChildren: boolean; children: Branch<T>[] }

/** A row as its reader calls it: the code of its name stays here. */
export function called<T extends { readonly fullName: string; readonly fullNameCode: string }>(
  { fullNameCode, ...row }: T,
  text: Translate,
): Omit<T, 'fullNameCode'> {
  return { ...row, fullName: text(codedText(row.fullName, fullNameCode)) }
}

/** Nests rows under their parents, in their order; a row whose parent is not among them is a root. */
export function nest<T extends Linked>(rows: readonly T[]): Branch<T>[] {
  const branches = new Map(rows.map((row) => [row.id, leaf(row)]))
  const roots: Branch<T>[] = []
  for (const branch of branches.values()) {
    const parent = branches.get(branch.parentId)
    if (parent) {
      parent.children.push(branch)
      parent.hasChildren = true
    } else roots.push(branch)
  }
  return roots
}

export function leaf<T>(row: T): Branch<T> {
  return { ...row, hasChildren: false, children: [] }
}

/** Rows whose name or code contains the keyword, with their ancestors, in their order. */
export function keepMatches<T extends Linked & { fullName: string; enCode: string }>(
  rows: readonly T[],
  keyword: string | undefined,
): readonly T[] {
  const word = keyword?.trim().toLowerCase()
  if (!word) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const kept = new Set<string>()
  for (const row of rows) {
    if (!row.fullName.toLowerCase().includes(word) && !row.enCode.toLowerCase().includes(word)) continue
    for (let next: T | undefined = row; next && !kept.has(next.id); next = byId.get(next.parentId))
      kept.add(next.id)
  }
  return rows.filter((row) => kept.has(row.id))
}

/** Rows that are neither the given one nor below it. */
export function without<T extends Linked>(rows: readonly T[], id: string): readonly T[] {
  const gone = new Set([id])
  const children = groupBy(rows, (row) => row.parentId)
  for (const next of gone) for (const child of children.get(next) ?? []) gone.add(child.id)
  return rows.filter((row) => !gone.has(row.id))
}

/** Rows by a key of theirs. */
export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
