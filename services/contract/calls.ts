import { alarmCalls } from './areas/alarm'
import { approvalCalls } from './areas/approval'
import { areaCalls } from './areas/area'
import { auditCalls } from './areas/audit'
import { billRuleCalls } from './areas/bill-rule'
import { chatCalls } from './areas/chat'
import { commandCalls } from './areas/command'
import { currentUserCalls } from './areas/current-user'
import { dataInterfaceCalls } from './areas/data-interface'
import { deviceAsideCalls } from './areas/device-aside'
import { dictionaryCalls } from './areas/dictionary'
import { documentsCalls } from './areas/documents'
import { downloadCalls } from './areas/download'
import { fieldCalls } from './areas/field'
import { fieldAdminCalls } from './areas/field-admin'
import { fileCalls } from './areas/file'
import { groupCalls } from './areas/group'
import { groupCheckCalls } from './areas/group-check'
import { historyCalls } from './areas/history'
import { menuCalls } from './areas/menu'
import { messageCalls } from './areas/message'
import { namesCalls } from './areas/names'
import { onlineDevelopmentCalls } from './areas/online-development'
import { onlineUserCalls } from './areas/online-user'
import { organizeCalls } from './areas/organize'
import { positionCalls } from './areas/position'
import { printCalls } from './areas/print'
import { profileCalls } from './areas/profile'
import { pumpCalls } from './areas/pump'
import { roleCalls } from './areas/role'
import { sessionCalls } from './areas/session'
import { signInCalls } from './areas/sign-in'
import { simulatorCalls } from './areas/simulator'
import { systemConfigCalls } from './areas/system-config'
import { systemStateCalls } from './areas/system-state'
import { tileCalls } from './areas/tiles'
import { usersCalls } from './areas/users'
import { visualDevelopmentCalls } from './areas/visual-development'
import { workflowCalls } from './areas/workflow'
import type { Call } from './call'

/** Every call of the wire, by name. */
export const calls = {
  ...sessionCalls,
  ...signInCalls,
  ...onlineUserCalls,
  ...currentUserCalls,
  ...profileCalls,
  ...menuCalls,
  ...systemConfigCalls,
  ...systemStateCalls,
  ...auditCalls,
  ...organizeCalls,
  ...positionCalls,
  ...roleCalls,
  ...groupCalls,
  ...usersCalls,
  ...documentsCalls,
  ...dictionaryCalls,
  ...billRuleCalls,
  ...dataInterfaceCalls,
  ...areaCalls,
  ...namesCalls,
  ...visualDevelopmentCalls,
  ...onlineDevelopmentCalls,
  ...workflowCalls,
  ...printCalls,
  ...downloadCalls,
  ...fileCalls,
  ...messageCalls,
  ...chatCalls,
  ...fieldCalls,
  ...tileCalls,
  ...commandCalls,
  ...approvalCalls,
  ...groupCheckCalls,
  ...pumpCalls,
  ...fieldAdminCalls,
  ...deviceAsideCalls,
  ...alarmCalls,
  ...historyCalls,
  ...simulatorCalls,
} as const

export type CallName = keyof typeof calls

/** A call by a name that is not known before run time (a document's). */
export function callByName(name: string): Call | undefined {
  return (calls as Readonly<Record<string, Call>>)[name]
}
