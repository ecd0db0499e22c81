/** Bytes of a chunk (`spec/widgets.md §9`). */
export const CHUNK_SIZE = 5_242_880
/** Most chunks of one file: 100 GB. */
export const MOST_CHUNKS = 20_000
