import { lazy } from 'react'

export { MessageBell } from './message-bell'

/** `/messageRecord`: all messages of the signed-in person. */
export const MessageRecordPage = lazy(async () => ({
  default: (await import('./message-record-page')).MessageRecordPage,
}))
