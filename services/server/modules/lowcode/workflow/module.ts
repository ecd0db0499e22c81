import { workflowCalls as calls } from '@services/contract/areas/lowcode/workflow'
import type { ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import { listFlows } from './flows'
import { migrations } from './tables'

/** The workflows that a person may choose from (`reference/api-contract.md`, workflow). */
export const workflowModule: ServerModule = {
  name: 'workflow',
  migrations,
  register({ db, handle }) {
    handle(
      calls['workflow.list'],
      forEveryone('Names of workflows to choose from'),
      async (_, { keyword }) => ({
        list: await listFlows(db, keyword),
      }),
    )
    handle(
      calls['workflow.listOfModel'],
      { model: 'modelId', act: 'read' },
      async (_, { modelId, keyword }) => ({
        list: await listFlows(db, keyword, modelId),
      }),
    )
  },
}
