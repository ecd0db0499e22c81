/** Calls of this area, by name. */
export const billRuleCalls = {} as const
