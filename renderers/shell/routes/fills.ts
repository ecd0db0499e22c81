/** What a navigation to a model's list says that is to open its form for a new record. */
export const FILLS = { fills: true } as const
