/** Milliseconds for which it is told what has just come (`spec/shell-and-monitoring.md §9`). */
export const NOTICE_DURATION = 2000
