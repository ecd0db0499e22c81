/** How long a message stands unless a step says otherwise (`spec/administration.md §9`). */
export const TOAST_MILLISECONDS = 1500
