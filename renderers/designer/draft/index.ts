export type { SaveState, SyncState } from './sync'
export { type DesignDraft, useDraft } from './use-draft'
