/** Work that is done a piece at a time: whoever runs it may do something else after each. */
export type Pieces<T> = Generator<undefined, T, undefined>

/** Rows that make a piece: some tenths of a millisecond. */
export const ROWS_A_PIECE = 25

/** Does all of it at once. */
export function whole<T>(pieces: Pieces<T>): T {
  for (;;) {
    const step = pieces.next()
    if (step.done) return step.value
  }
}
