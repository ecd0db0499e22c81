/** Records that one batch may print. */
export const PRINT_BATCH = 100
