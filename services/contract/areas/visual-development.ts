/** Calls of this area, by name. */
export const visualDevelopmentCalls = {} as const
