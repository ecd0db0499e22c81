const EDIT = 'batch edit: '

/** What the audit says of a record that was changed among many: by it the edit is found to be undone. */
export const batchReason = (path: string): string => `${EDIT}${path}`

/** The field that was edited; undefined: it was no edit of many records. */
export function editedPath(reason: string | null): string | undefined {
  return reason?.startsWith(EDIT) ? reason.slice(EDIT.length) : undefined
}

export const UNDO_REASON = 'batch edit undone'
