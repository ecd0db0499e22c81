/** Calls of this area, by name. */
export const sessionCalls = {} as const
