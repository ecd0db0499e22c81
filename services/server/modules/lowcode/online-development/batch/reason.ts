const EDIT = 'batch edit: '
const BETWEEN = ', '

/** What the audit says of a record that was changed among many: by it the edit is found to be undone. */
export const batchReason = (paths: readonly string[]): string => `${EDIT}${paths.join(BETWEEN)}`

/** The fields that were edited; undefined: it was no edit of many records. */
export function editedPaths(reason: string | null): readonly string[] | undefined {
  return reason?.startsWith(EDIT) ? reason.slice(EDIT.length).split(BETWEEN) : undefined
}

export const UNDO_REASON = 'batch edit undone'
