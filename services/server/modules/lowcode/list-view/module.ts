import { listViewCalls as calls } from '@services/contract/areas/lowcode/list-view'
import { type CallContext, Reply, type ServerModule } from '../../../module'
import type { VisibleRight } from '../../../right'
import { renameInViews } from './renamed'
import { migrations } from './tables'
import { createView, deleteView, listViews, setDefaultView, updateView } from './views'

/** Views lead to no rows: what a view asks for is validated when the list is asked. */
const OF_THE_ENTRY: VisibleRight = {
  visible: [],
  why: 'One’s own views and shared ones of lists whose menu entry the caller sees; sharing needs the entry’s btn_shareView',
}

/** Saved views of lists. */
export const listViewModule: ServerModule = {
  name: 'list-view',
  migrations,
  register({ services, handle }) {
    services.models.onRenamed(renameInViews)
    const saved = (context: CallContext) => new Reply(null, context.text('@server.saved'))
    handle(calls['listView.list'], OF_THE_ENTRY, (context, input) => listViews(context, services, input))
    handle(calls['listView.create'], OF_THE_ENTRY, async (context, input) => {
      return new Reply(await createView(context, services, input), context.text('@server.saved'))
    })
    handle(calls['listView.update'], OF_THE_ENTRY, async (context, input) => {
      await updateView(context, services, input)
      return saved(context)
    })
    handle(calls['listView.setDefault'], OF_THE_ENTRY, async (context, input) => {
      await setDefaultView(context, services, input)
      return saved(context)
    })
    handle(calls['listView.delete'], OF_THE_ENTRY, async (context, { id }) => {
      await deleteView(context, services, id)
      return new Reply(null, context.text('@listView.deleted'))
    })
  },
}
