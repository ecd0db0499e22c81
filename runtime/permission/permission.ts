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
  /** A form field; a sub-table's column is `table-field`. */
  form(path: string): boolean
}

/** `enforce` says which kinds the model switches on; a kind that is off allows everything (`reference/columndata-format.md §1`). */
export function permissionsOf(
  entry: PermissionEntry | undefined,
  enforce: { readonly buttons: boolean; readonly columns: boolean; readonly form: boolean },
  isAdministrator: boolean,
): Permissions {
  const allow = (on: boolean, codes: readonly PermissionCode[] | undefined) => {
    if (!on || isAdministrator) return () => true
    const allowed = new Set(codes?.map((code) => code.enCode))
    return (code: string) => allowed.has(code)
  }
  return {
    button: allow(enforce.buttons, entry?.button),
    column: allow(enforce.columns, entry?.column),
    form: allow(enforce.form, entry?.form),
  }
}
