import { lazy } from '@widgets/shared/lazy'

/** It comes when somebody edits many records. */
export const BatchEdit = lazy(async () => (await import('./batch-edit')).BatchEdit)
