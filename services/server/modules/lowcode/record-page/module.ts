import { recordPageCalls as calls } from '@services/contract/areas/lowcode/record-page'
import { Reply, type ServerModule } from '../../../module'
import { createComment, deleteComment, listComments, updateComment } from './comments'
import { attachFile, detachFile, listFiles, provideRecordFiles } from './files'
import { tellMentioned } from './mentions'
import { demandRecord, peopleWhoRead } from './record'
import { relatedRecords } from './related'
import { migrations } from './tables'

const READ = { model: 'modelId', act: 'read' } as const
const COMMENT = { model: 'modelId', act: 'comment' } as const
const ATTACH = { model: 'modelId', act: 'attach' } as const
/** People who are offered while a name is being typed. */
const PEOPLE = 10

/**
 * What stands beside a record on its page. Whoever may read the record may read it all; commenting on it, with all that a
 * comment needs, and attaching files each have a right of their own.
 */
export const recordPageModule: ServerModule = {
  name: 'record-page',
  migrations,
  register({ services, handle, locales }) {
    provideRecordFiles(services)
    handle(calls['recordFile.list'], READ, (context, input) => listFiles(context, services, input))
    handle(calls['recordFile.create'], ATTACH, async (context, input) => {
      const attached = await attachFile(context, services, input)
      return new Reply(attached, context.text('@record.fileAttached'))
    })
    handle(calls['recordFile.delete'], ATTACH, async (context, input) => {
      await detachFile(context, services, input)
      return new Reply(null, context.text('@record.deleted'))
    })
    handle(calls['recordComment.list'], READ, (context, input) => listComments(context, services, input))
    handle(calls['recordComment.create'], COMMENT, async (context, input) => {
      const written = await createComment(context, services, input)
      await tellMentioned(context, services, locales, written)
      return new Reply(written.comment, context.text('@record.commented'))
    })
    handle(calls['recordComment.update'], COMMENT, async (context, input) => {
      const written = await updateComment(context, services, input)
      await tellMentioned(context, services, locales, written)
      return new Reply(written.comment, context.text('@server.saved'))
    })
    handle(calls['recordComment.delete'], COMMENT, async (context, input) => {
      await deleteComment(context, services, input)
      return new Reply(null, context.text('@record.deleted'))
    })
    handle(calls['recordComment.people'], COMMENT, async (context, input) => {
      const record = await demandRecord(context, services, input)
      const people = await peopleWhoRead(context, services, record, { keyword: input.keyword, limit: PEOPLE })
      return { list: people.map(({ id, real_name, account }) => ({ id, fullName: real_name, account })) }
    })
    handle(calls['recordPage.related'], READ, async (context, input) =>
      relatedRecords(context, services, await demandRecord(context, services, input)),
    )
  },
}
