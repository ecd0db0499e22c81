/** Calls of this area, by name. */
export const documentsCalls = {} as const
