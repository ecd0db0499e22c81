/** @returns whether it ran from what was kept */
export function runCompiled(file: string): boolean
