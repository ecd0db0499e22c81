/** A sheet as it is shown: its first rows and columns. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** Rows and columns that there are in all. */
  readonly rowCount: number
  readonly columnCount: number
}

/** What of a sheet is shown; the rest is for a spreadsheet program. */
export const MOST_ROWS = 2000
export const MOST_COLUMNS = 100
export const MOST_SHEETS = 50
/** Milliseconds after which a file that is still being read is given up. */
export const LONGEST_READ = 20_000
