/** Calls of this area, by name. */
export const onlineDevelopmentCalls = {} as const
