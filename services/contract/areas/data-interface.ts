/** Calls of this area, by name. */
export const dataInterfaceCalls = {} as const
