import { overviewCalls as calls } from '@services/contract/areas/field/overview'
import type { ServerModule } from '../../../module'
import { farmsOf } from './farms'
import { overviewOf } from './overview'

/** A project at a glance, for the start. */
export const overviewModule: ServerModule = {
  name: 'overview',
  register({ services, handle }) {
    handle(calls['fieldOverview.get'], { project: 'projectId', level: 'view' }, (context) =>
      overviewOf(context, services),
    )
    handle(
      calls['fieldOverview.farms'],
      { visible: ['project'], why: 'Farms that the caller sees, each part by the right to its page' },
      (context) => farmsOf(context, services),
    )
  },
}
