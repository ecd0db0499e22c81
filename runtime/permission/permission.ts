/** What a person may do under one menu entry (`spec/shell-and-monitoring.md §3`, permission entry). */
export interface PermissionEntry {
  readonly modelId: string
  readonly modelName?: string
  /** The menu entry's code, by which a page names its module. */
  readonly enCode?: string
  readonly button: readonly PermissionCode[]
  readonly column: readonly PermissionCode[]
  readonly form: readonly PermissionCode[]
  readonly resource?: readonly PermissionCode[]
}

export interface PermissionCode {
  readonly id?: string
  readonly fullName?: string
  readonly enCode: string
}

/**
 * Answers `can` for one menu entry. An administrator may do everything. What these come to for the values of a model's records is
 * the server's gate to say (`openTo`): a kind that is switched off allows everything, but it opens nothing that another kind closes.
 */
export interface Permissions {
  button(code: string): boolean
  column(path: string): boolean
  /** Whether a form field is seen; a sub-table's column is `table-field`. */
  form(path: string): boolean
  /** Whether it is filled in too. */
  fill(path: string): boolean
}

/**
 * Buttons of a model's entry that are none of its list's: for writing what stands beside its records. Whoever sees a record
 * reads it.
 */
export const BESIDE_RECORD = { comment: 'btn_comment', attach: 'btn_attach' } as const

/** What a form asks about its fields. */
export type FieldRights = Pick<Permissions, 'form' | 'fill'>

const READ = '@read'

/** The code by which a form field is seen and not filled in; its own is for both (`design/administration.md §2.2`). */
export const readCodeOf = (code: string): string => `${code}${READ}`

/** The field's own code where a code is that of seeing it alone. */
export const codeOfRead = (code: string): string | undefined =>
  code.endsWith(READ) ? code.slice(0, -READ.length) : undefined

/** `enforce` says which kinds the model switches on; a kind that is off allows everything (`reference/columndata-format.md §1`). */
export function permissionsOf(
  entry: PermissionEntry | undefined,
  enforce: { readonly buttons: boolean; readonly columns: boolean; readonly form: boolean },
  isAdministrator: boolean,
): Permissions {
  const allow = (on: boolean, codes: readonly PermissionCode[] | undefined): ((code: string) => boolean) => {
    if (!on || isAdministrator) return () => true
    const allowed = new Set(codes?.map((code) => code.enCode))
    return (code: string) => allowed.has(code)
  }
  const fill = allow(enforce.form, entry?.form)
  return {
    button: allow(enforce.buttons, entry?.button),
    column: allow(enforce.columns, entry?.column),
    form: (path) => fill(path) || fill(readCodeOf(path)),
    fill,
  }
}
