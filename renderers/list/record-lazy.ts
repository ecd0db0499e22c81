import { lazy } from '@widgets/shared/lazy'

/** What shows one record comes with the first record that is opened. */
export const RecordPage = lazy(async () => (await import('./record/record-page')).RecordPage)
export const RecordPane = lazy(async () => (await import('./record/record-pane')).RecordPane)
