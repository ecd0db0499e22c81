/** Calls of this area, by name. */
export const dictionaryCalls = {} as const
