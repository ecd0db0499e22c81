import { devicesModule } from '../devices/module'
import type { ServerModule } from '../module'
import { demoModule } from './demo/module'
import { alarmModule } from './field/alarm/module'
import { commandModule } from './field/command/module'
import { historyModule } from './field/history/module'
import { overviewModule } from './field/overview/module'
import { fieldModule } from './field/project/module'
import { telemetryModule } from './field/telemetry/module'
import { tilesModule } from './field/tiles/module'
import { dataInterfaceModule } from './lowcode/data-interface/module'
import { dataSchemeModule } from './lowcode/data-scheme/module'
import { documentsModule } from './lowcode/documents/module'
import { draftModule } from './lowcode/draft/module'
import { handbookModule } from './lowcode/handbook/module'
import { listViewModule } from './lowcode/list-view/module'
import { onlineDevelopmentModule } from './lowcode/online-development/module'
import { printModule } from './lowcode/print/module'
import { recordPageModule } from './lowcode/record-page/module'
import { visualDevelopmentModule } from './lowcode/visual-development/module'
import { workflowModule } from './lowcode/workflow/module'
import { areaModule } from './platform/area/module'
import { auditModule } from './platform/audit/module'
import { billRuleModule } from './platform/bill-rule/module'
import { chatModule } from './platform/chat/module'
import { dictionaryModule } from './platform/dictionary/module'
import { downloadModule } from './platform/download/module'
import { fileModule } from './platform/file/module'
import { jobModule } from './platform/job/module'
import { logModule } from './platform/log/module'
import { menuModule } from './platform/menu/module'
import { messageModule } from './platform/message/module'
import { namesModule } from './platform/names/module'
import { outboundModule } from './platform/outbound/module'
import { outboxModule } from './platform/outbox/module'
import { peopleModule } from './platform/people/module'
import { permissionModule } from './platform/permission/module'
import { profileModule } from './platform/profile/module'
import { pushModule } from './platform/push/module'
import { scheduleModule } from './platform/schedule/module'
import { sessionModule } from './platform/session/module'
import { systemConfigModule } from './platform/system-config/module'
import { systemStateModule } from './platform/system-state/module'
import { thirdPartySyncModule } from './platform/third-party-sync/module'
import { transferModule } from './platform/transfer/module'

/** Every module of the server, in the order of registration: a module's service is there for those after it. */
export const modules: readonly ServerModule[] = [
  auditModule,
  logModule,
  jobModule,
  systemConfigModule,
  outboxModule,
  outboundModule,
  documentsModule,
  handbookModule,
  permissionModule,
  menuModule,
  sessionModule,
  downloadModule,
  fileModule,
  transferModule,
  namesModule,
  dictionaryModule,
  peopleModule,
  thirdPartySyncModule,
  pushModule,
  messageModule,
  scheduleModule,
  chatModule,
  profileModule,
  areaModule,
  dataInterfaceModule,
  billRuleModule,
  visualDevelopmentModule,
  onlineDevelopmentModule,
  recordPageModule,
  draftModule,
  listViewModule,
  dataSchemeModule,
  printModule,
  workflowModule,
  fieldModule,
  tilesModule,
  telemetryModule,
  devicesModule,
  commandModule,
  alarmModule,
  historyModule,
  overviewModule,
  systemStateModule,
  demoModule,
]
