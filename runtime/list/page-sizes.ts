/** Page sizes on offer, the first the default (`spec/administration.md §9`). */
export const PAGE_SIZES = [20, 50, 100, 500] as const
