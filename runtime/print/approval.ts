import { escapeHtml } from './escape'

/** One step of a record's approval (`spec/administration.md §3`). */
export interface Approval {
  readonly nodeName: string
  readonly userName: string
  /** Milliseconds since 1970. */
  readonly handleTime: number | null
  /** See `APPROVAL_ACTIONS`. */
  readonly handleStatus: number
  readonly handleOpinion: string
}

/** What was done, by its code (`spec/administration.md §4`); any other code prints as nothing. */
export const APPROVAL_ACTIONS = [
  'returned',
  'approved',
  'initiated',
  'withdrawn',
  'terminated',
  'assigned',
  'coSigned',
  'transferred',
  'changed',
  'revived',
] as const

/** `spec/administration.md §9`: approval columns are each 20 % wide. */
const COLUMN_WIDTH = '20%'
const COLUMNS = ['node', 'user', 'time', 'action', 'opinion'] as const

/** The steps of an approval as an HTML table; nothing where there are none. */
export function approvalTable(
  approvals: readonly Approval[],
  { text, moment }: { readonly text: (key: string) => string; readonly moment: (ms: number) => string },
): string {
  if (approvals.length === 0) return ''
  const cell = (value: string) => `<td style="width: ${COLUMN_WIDTH}">${escapeHtml(value)}</td>`
  const row = (values: readonly string[]) => `<tr>${values.map(cell).join('')}</tr>`
  const rows = approvals.map(({ nodeName, userName, handleTime, handleStatus, handleOpinion }) => {
    const action = APPROVAL_ACTIONS[handleStatus]
    const time = handleTime === null ? '' : moment(handleTime)
    return row([nodeName, userName, time, action ? text(`@print.action.${action}`) : '', handleOpinion])
  })
  const head = row(COLUMNS.map((column) => text(`@print.approval.${column}`)))
  return `<table border="1"><tbody>${head}${rows.join('')}</tbody></table>`
}
