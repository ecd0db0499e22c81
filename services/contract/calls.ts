import { simulatorCalls } from './areas/demo/simulator'
import { alarmCalls } from './areas/field/alarm'
import { approvalCalls } from './areas/field/approval'
import { commandCalls } from './areas/field/command'
import { deviceAsideCalls } from './areas/field/device-aside'
import { fieldAdminCalls } from './areas/field/field-admin'
import { groupCheckCalls } from './areas/field/group-check'
import { historyCalls } from './areas/field/history'
import { overviewCalls } from './areas/field/overview'
import { fieldCalls } from './areas/field/project'
import { pumpCalls } from './areas/field/pump'
import { tileCalls } from './areas/field/tiles'
import { dataInterfaceCalls } from './areas/lowcode/data-interface'
import { dataInterfaceVariateCalls } from './areas/lowcode/data-interface-variate'
import { dataSchemeCalls } from './areas/lowcode/data-scheme'
import { documentsCalls } from './areas/lowcode/documents'
import { handbookCalls } from './areas/lowcode/handbook'
import { listViewCalls } from './areas/lowcode/list-view'
import { modelStepCalls } from './areas/lowcode/model-steps'
import { modelVersionCalls } from './areas/lowcode/model-versions'
import { onlineDevelopmentCalls } from './areas/lowcode/online-development'
import { printCalls } from './areas/lowcode/print'
import { recordDraftCalls } from './areas/lowcode/record-draft'
import { recordPageCalls } from './areas/lowcode/record-page'
import { visualDevelopmentCalls } from './areas/lowcode/visual-development'
import { workflowCalls } from './areas/lowcode/workflow'
import { areaCalls } from './areas/platform/area'
import { auditCalls } from './areas/platform/audit'
import { authorityCalls } from './areas/platform/authority'
import { billRuleCalls } from './areas/platform/bill-rule'
import { chatCalls } from './areas/platform/chat'
import { currentUserCalls } from './areas/platform/current-user'
import { dictionaryCalls } from './areas/platform/dictionary'
import { downloadCalls } from './areas/platform/download'
import { fileCalls } from './areas/platform/file'
import { gradeCalls } from './areas/platform/grade'
import { groupCalls } from './areas/platform/group'
import { handOverCalls } from './areas/platform/hand-over'
import { jobCalls } from './areas/platform/job'
import { logCalls } from './areas/platform/log'
import { memberCalls } from './areas/platform/member'
import { menuCalls } from './areas/platform/menu'
import { menuCodeCalls } from './areas/platform/menu-codes'
import { messageCalls } from './areas/platform/message'
import { messageWayCalls } from './areas/platform/message-ways'
import { namesCalls } from './areas/platform/names'
import { onlineUserCalls } from './areas/platform/online-user'
import { organizeCalls } from './areas/platform/organize'
import { outboundCalls } from './areas/platform/outbound'
import { outboxCalls } from './areas/platform/outbox'
import { permissionGroupCalls } from './areas/platform/permission-group'
import { portalCalls } from './areas/platform/portal'
import { positionCalls } from './areas/platform/position'
import { profileCalls } from './areas/platform/profile'
import { roleCalls } from './areas/platform/role'
import { scheduleCalls } from './areas/platform/schedule'
import { sessionCalls } from './areas/platform/session'
import { signInCalls } from './areas/platform/sign-in'
import { systemCalls } from './areas/platform/system'
import { systemConfigCalls } from './areas/platform/system-config'
import { systemStateCalls } from './areas/platform/system-state'
import { thirdSyncCalls } from './areas/platform/third-party-sync'
import { usersCalls } from './areas/platform/users'
import { usersTransferCalls } from './areas/platform/users-transfer'
import type { Call } from './call'

/** Every call of the wire, by name. */
export const calls = {
  ...sessionCalls,
  ...signInCalls,
  ...onlineUserCalls,
  ...currentUserCalls,
  ...portalCalls,
  ...profileCalls,
  ...menuCalls,
  ...menuCodeCalls,
  ...systemCalls,
  ...systemConfigCalls,
  ...outboundCalls,
  ...messageWayCalls,
  ...outboxCalls,
  ...scheduleCalls,
  ...thirdSyncCalls,
  ...systemStateCalls,
  ...auditCalls,
  ...logCalls,
  ...organizeCalls,
  ...memberCalls,
  ...positionCalls,
  ...roleCalls,
  ...groupCalls,
  ...permissionGroupCalls,
  ...authorityCalls,
  ...gradeCalls,
  ...usersCalls,
  ...handOverCalls,
  ...usersTransferCalls,
  ...documentsCalls,
  ...handbookCalls,
  ...dictionaryCalls,
  ...billRuleCalls,
  ...dataInterfaceCalls,
  ...dataInterfaceVariateCalls,
  ...areaCalls,
  ...namesCalls,
  ...visualDevelopmentCalls,
  ...modelStepCalls,
  ...modelVersionCalls,
  ...onlineDevelopmentCalls,
  ...recordPageCalls,
  ...recordDraftCalls,
  ...listViewCalls,
  ...dataSchemeCalls,
  ...workflowCalls,
  ...printCalls,
  ...downloadCalls,
  ...jobCalls,
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
  ...overviewCalls,
  ...simulatorCalls,
} as const

export type CallName = keyof typeof calls

/** A call by a name that is not known before run time (a document's). */
export function callByName(name: string): Call | undefined {
  return (calls as Readonly<Record<string, Call>>)[name]
}
