import { onUse } from '@widgets/shared/on-use'

export { MessageBell } from './message-bell'

/** `/messageRecord`: all messages of the signed-in person. */
export const MessageRecordPage = onUse(async () => (await import('./message-record-page')).MessageRecordPage)
