/** Buttons that act on ticked rows. */
export const ON_SELECTION: ReadonlySet<string> = new Set(['batchEdit', 'batchRemove', 'batchPrint'])
