import { chatCalls as calls } from '@services/contract/areas/platform/chat'
import { Reply, type ServerModule } from '../../../module'
import {
  clearRecords,
  listConversations,
  markRead,
  removeConversation,
  unreadConversations,
} from './conversations'
import { provideChatFiles } from './files'
import { pageOfMessages } from './messages'
import { createSender } from './send'
import { migrations } from './tables'

const OWN = { own: ['chat', 'file'] } as const

/** What people say to each other (`spec/shell-and-monitoring.md §2.3, §7.2`). */
export const chatModule: ServerModule = {
  name: 'chat',
  migrations,
  register(server) {
    const { db, services, handle } = server
    const { sockets, pushes } = services
    provideChatFiles(services)
    pushes.provide(unreadConversations)
    sockets.serve('SendMessage', createSender(db, services))
    sockets.serve('UpdateReadMessage', ({ user }, { formUserId }) =>
      markRead(db, services, user.userId, formUserId),
    )
    sockets.serve('MessageList', async (member, query) => {
      const { toUserId, requestId, keyword = '' } = query
      const page = await pageOfMessages(db, member.user.userId, query)
      member.send({ method: 'messageList', toUserId, ...(requestId && { requestId }), keyword, ...page })
    })

    handle(calls['chat.conversations'], OWN, (context) => listConversations(context))
    handle(calls['chat.clear'], OWN, async ({ user, text }, { id }) => {
      await clearRecords(services, user.userId, id)
      return new Reply(null, text('@message.cleared'))
    })
    handle(calls['chat.remove'], OWN, async ({ user, text }, { id }) => {
      await removeConversation(services, user.userId, id)
      return new Reply(null, text('@message.removed'))
    })
  },
}
