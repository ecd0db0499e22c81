import { messageCalls as calls } from '@services/contract/areas/message'
import { Reply, type ServerModule } from '../../module'
import { seedDemoMessages } from './demo/seed'
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
import { type NewMessage, provideMessageFiles, sendMessage } from './send'
import { sendConfig } from './send-config'
import { migrations } from './tables'
import { unreadStanding } from './unread'

const VIEW = 'system.notice'
const ADD = `${VIEW}:btn_add`
const EDIT = `${VIEW}:btn_edit`
const REMOVE = `${VIEW}:btn_remove`
const RELEASE = `${VIEW}:btn_release`

declare module '../../module' {
  interface Services {
    messages: {
      /** Sends people a message inside the product and tells their browsers; the answer is its id. */
      send(message: NewMessage, userIds: readonly string[]): Promise<string>
    }
  }
}

/** Messages to people, and the notices that are released to them (`spec/shell-and-monitoring.md §2.3, §7.2`). */
export const messageModule: ServerModule = {
  name: 'message',
  migrations,
  register(server) {
    const { db, services, handle, locales, options, onReady } = server
    if (options.demo) onReady(() => seedDemoMessages(server))
    provideMessageFiles(services, db)
    provideNoticeFiles(services, VIEW)
    services.pushes.provide(unreadStanding)
    const system = () => locales.translator('zh').text('@message.system')
    services.messages = {
      send: (message, userIds) => sendMessage(services, system(), message, userIds),
    }

    handle(calls['message.list'], 'session', (context, query) => listMessages(context, query))
    handle(calls['message.read'], 'session', (context, { id }) => readMessage(context, services, id))
    handle(calls['message.readAll'], 'session', async (context, which) => {
      await readAll(context, services, which)
      return new Reply(null, context.text('@message.allRead'))
    })
    handle(calls['message.delete'], 'session', async (context, { ids }) => {
      await deleteMessages(context, services, typeof ids === 'string' ? ids.split(',') : ids)
      return new Reply(null, context.text('@message.deleted'))
    })
    handle(calls['message.sendConfig'], 'session', async (_, { id }) => {
      const { en_code, full_name, type, enabled_mark, ...row } = await sendConfig(db, id)
      const config = { ...row, enCode: en_code, fullName: full_name, messageType: type }
      return { ...config, sendConfigIds: ['inSite'], enabledMark: enabled_mark }
    })

    handle(calls['notice.list'], VIEW, (context, query) => listNotices(context, query))
    handle(calls['notice.info'], VIEW, (_, { id }) => noticeById(db, id))
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
