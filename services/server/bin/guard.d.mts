export const STAGES: { readonly program: string; readonly postgres: string }
export function guarded(file: string, args: readonly string[], stages?: string): [string, string[]]
