import { lazy } from '@widgets/shared/lazy'

export { ChangeLines, ChangeList } from './change-list'
export type { ComparedSide, ComparisonProps } from './compared'

/** It comes when somebody compares: with it come the forms, and what the designer knows of widgets. */
export const Comparison = lazy(async () => (await import('./comparison')).Comparison)
