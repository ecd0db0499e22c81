/** Where characters of a document stand: file, and line and column from 1. */
export class Positions {
  readonly file: string
  readonly text: string
  /** Found when the first place is told: of most documents none ever is. */
  private lines: readonly number[] | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  private get lineStarts(): readonly number[] {
    this.lines ??= [0, ...[...this.text.matchAll(/\n/g)].map((match) => match.index + 1)]
    return this.lines
  }

  at(offset: number): { readonly file: string; readonly line: number; readonly column: number } {
    const { lineStarts } = this
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { file: this.file, line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 }
  }
}

/** Where a node stands that is not where its document has it: it was moved, made, or comes from a fragment. */
export interface Origin {
  readonly positions: Positions
  /** JSON pointer into that file. */
  readonly pointer: string
}

/** A member of what stands somewhere. Its pointer is put together when it is told: of most places none ever is. */
class Inside implements Origin {
  readonly positions: Positions
  private readonly around: Origin
  private readonly key: string | number

  constructor(around: Origin, key: string | number) {
    this.positions = around.positions
    this.around = around
    this.key = key
  }

  get pointer(): string {
    return below(this.around.pointer, this.key)
  }
}

export function inside(around: Origin, key: string | number): Origin {
  return new Inside(around, key)
}

/** Adds a member to a JSON pointer. */
export function below(pointer: string, key: string | number): string {
  const name = String(key)
  // Few keys have either; every place of every document is named so.
  const isPlain = !name.includes('~') && !name.includes('/')
  return `${pointer}/${isPlain ? name : name.replace(/~/g, '~0').replace(/\//g, '~1')}`
}

/** The place around a JSON pointer's. */
export function above(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'))
}
