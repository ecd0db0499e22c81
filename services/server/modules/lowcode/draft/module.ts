import { recordDraftCalls as calls } from '@services/contract/areas/lowcode/record-draft'
import type { ServerModule } from '../../../module'
import { deleteDraft, forgetOldDrafts, listDrafts, saveDraft } from './drafts'
import { migrations } from './tables'

const READ = { model: 'modelId', act: 'read' } as const
const HOUR = 3_600_000

/** Unsaved changes to records. Whoever may save the form may keep a draft of it; nobody sees another's. */
export const draftModule: ServerModule = {
  name: 'draft',
  migrations,
  register({ db, services, handle, onReady, onClose, log }) {
    handle(calls['recordDraft.list'], READ, (context, input) => listDrafts(context, services, input))
    handle(calls['recordDraft.save'], READ, async (context, input) => {
      await saveDraft(context, services, input)
      return null
    })
    handle(calls['recordDraft.delete'], { own: ['record'] }, async (context, { id }) => {
      await deleteDraft(context, id)
      return null
    })
    onReady(async () => {
      const work = () =>
        forgetOldDrafts(db).catch((error: unknown) => log.warn(`old drafts could not be forgotten: ${error}`))
      const timer = setInterval(work, HOUR).unref()
      onClose(async () => clearInterval(timer))
    })
  },
}
