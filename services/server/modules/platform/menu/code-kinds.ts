import type { CodeKind } from '@services/contract/areas/platform/menu-codes'
import type { MenuRow } from './entries'

/** Where an entry keeps its codes of a kind. */
export const LIST_OF = {
  button: 'buttons',
  column: 'columns',
  form: 'fields',
} as const satisfies Record<CodeKind, keyof MenuRow>

/** By which switch a kind of codes is granted piece by piece. */
export const SWITCH_OF = {
  button: 'button_switch',
  column: 'column_switch',
  form: 'form_switch',
} as const satisfies Record<CodeKind, keyof MenuRow>

export const CODE_KINDS = Object.keys(LIST_OF) as readonly CodeKind[]

/** Whether what is granted is a code, and not an entry or records. */
export const isCodeKind = (kind: string): kind is CodeKind => kind in LIST_OF

/** The codes of a kind that have not been switched off. */
export const codesInUse = (row: MenuRow, kind: CodeKind) => row[LIST_OF[kind]].filter(({ isOff }) => !isOff)
