/** Calls of this area, by name. */
export const currentUserCalls = {} as const
