/** Where characters of a document stand: file, and line and column from 1. */
export class Positions {
  readonly file: string
  readonly text: string
  private readonly lineStarts: readonly number[]

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
    this.lineStarts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)]
  }

  at(offset: number): { readonly file: string; readonly line: number; readonly column: number } {
    let low = 0
    let high = this.lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { file: this.file, line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 }
  }
}

/** Where a node stands that is not where its document has it: it was moved, made, or comes from a fragment. */
export interface Origin {
  readonly positions: Positions
  /** JSON pointer into that file. */
  readonly pointer: string
}

/** Adds a member to a JSON pointer. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`
}

/** The place around a JSON pointer's. */
export function above(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'))
}
