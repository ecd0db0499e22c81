import { messageCalls as calls } from '@services/contract/areas/platform/message'
import { outsideRights } from '../../../database/guard'
import { Reply, type ServerModule } from '../../../module'
import { forEveryone, type MenuRight } from '../../../right'
import { deleteMessages, listMessages, readAll, readMessage } from './messages'
import {
  createNotice,
  deleteNotice,
  listNotices,
  noticeById,
  provideNoticeFiles,
  releaseNotice,
  updateNotice,
} from './notices'
import { type Letter, type NewMessage, provideMessageFiles, sendLetters, sendMessage } from './send'
import { sendConfig } from './send-config'
import { migrations } from './tables'
import { unreadByDay, unreadStanding } from './unread'
import { registerWays } from './ways/register'

const OWN = { own: ['message', 'file'] } as const

const VIEW = 'system.notice'
const notices = (code: string): MenuRight => ({
  ...{ code, touches: ['message', 'file'] },
  why: 'Notices are sent to people, with files',
})
const ADD = notices(`${VIEW}:btn_add`)
const EDIT = notices(`${VIEW}:btn_edit`)
const REMOVE = notices(`${VIEW}:btn_remove`)
const RELEASE = notices(`${VIEW}:btn_release`)

declare module '../../../module' {
  interface Services {
    messages: {
      /** Sends people a message inside the product and tells their browsers; the answer is its id. */
      send(message: NewMessage, userIds: readonly string[]): Promise<string>
      /** Does work and sends what tells of it in one transaction, all of it or nothing. */
      sendWith(letters: readonly Letter[], work: (tx: Tx) => Promise<void>): Promise<void>
    }
  }
}

/** Messages to people, and the notices that are released to them (`spec/shell-and-monitoring.md §2.3, §7.2`). */
export const messageModule: ServerModule = {
  name: 'message',
  migrations,
  register(server) {
    const { db, services, handle, locales } = server
    registerWays(server)
    provideMessageFiles(services, db)
    provideNoticeFiles(services, VIEW)
    services.pushes.provide(unreadStanding)
    const system = () => locales.translator('zh').text('@message.system')
    services.messages = {
      // Whatever a call does, that people are told of it is the server's own work.
      send: (message, userIds) => outsideRights(() => sendMessage(services, system(), message, userIds)),
      sendWith: (letters, work) => outsideRights(() => sendLetters(services, system(), letters, work)),
    }

    handle(calls['message.list'], OWN, (context, query) => listMessages(context, query))
    handle(calls['message.unread'], OWN, (context) => unreadByDay(context))
    handle(calls['message.read'], OWN, (context, { id }) => readMessage(context, services, id))
    handle(calls['message.readAll'], OWN, async (context, which) => {
      await readAll(context, services, which)
      return new Reply(null, context.text('@message.allRead'))
    })
    handle(calls['message.delete'], OWN, async (context, { ids }) => {
      await deleteMessages(context, services, typeof ids === 'string' ? ids.split(',') : ids)
      return new Reply(null, context.text('@message.deleted'))
    })
    handle(
      calls['message.sendConfig'],
      forEveryone('How messages are sent, without their contents'),
      async (_, { id }) => {
        const { title, content, ways, ...row } = await sendConfig(db, id)
        const config = { id: row.id, enCode: row.en_code, fullName: row.full_name, messageType: row.type }
        return {
          ...config,
          title,
          content,
          sendConfigIds: ['inSite', ...ways],
          enabledMark: row.enabled_mark,
        }
      },
    )

    handle(calls['notice.list'], notices(VIEW), (context, query) => listNotices(context, query))
    handle(calls['notice.info'], notices(VIEW), (_, { id }) => noticeById(db, id))
    handle(calls['notice.create'], ADD, async (context, body) => {
      return new Reply(await createNotice(context, services, body), context.text('@message.noticeCreated'))
    })
    handle(calls['notice.update'], EDIT, async (context, { id, ...body }) => {
      await updateNotice(context, services, id, body)
      return new Reply(null, context.text('@message.noticeUpdated'))
    })
    handle(calls['notice.delete'], REMOVE, async (context, { id }) => {
      await deleteNotice(context, services, id)
      return new Reply(null, context.text('@message.noticeDeleted'))
    })
    handle(calls['notice.release'], RELEASE, async (context, { id }) => {
      return new Reply(await releaseNotice(context, services, id), context.text('@message.noticeSent'))
    })
  },
}
