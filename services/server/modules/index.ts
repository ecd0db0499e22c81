import { devicesModule } from '../devices/module'
import type { ServerModule } from '../module'
import { alarmModule } from './alarm/module'
import { areaModule } from './area/module'
import { auditModule } from './audit/module'
import { billRuleModule } from './bill-rule/module'
import { chatModule } from './chat/module'
import { commandModule } from './command/module'
import { dataInterfaceModule } from './data-interface/module'
import { demoModule } from './demo/module'
import { dictionaryModule } from './dictionary/module'
import { documentsModule } from './documents/module'
import { downloadModule } from './download/module'
import { fieldModule } from './field/module'
import { fileModule } from './file/module'
import { historyModule } from './history/module'
import { menuModule } from './menu/module'
import { messageModule } from './message/module'
import { namesModule } from './names/module'
import { onlineDevelopmentModule } from './online-development/module'
import { peopleModule } from './people/module'
import { printModule } from './print/module'
import { profileModule } from './profile/module'
import { pushModule } from './push/module'
import { sessionModule } from './session/module'
import { systemConfigModule } from './system-config/module'
import { systemStateModule } from './system-state/module'
import { telemetryModule } from './telemetry/module'
import { tilesModule } from './tiles/module'
import { visualDevelopmentModule } from './visual-development/module'
import { workflowModule } from './workflow/module'

/** Every module of the server, in the order of registration: a module's service is there for those after it. */
export const modules: readonly ServerModule[] = [
  auditModule,
  systemConfigModule,
  documentsModule,
  menuModule,
  sessionModule,
  downloadModule,
  fileModule,
  namesModule,
  dictionaryModule,
  peopleModule,
  pushModule,
  messageModule,
  chatModule,
  profileModule,
  areaModule,
  dataInterfaceModule,
  billRuleModule,
  visualDevelopmentModule,
  onlineDevelopmentModule,
  printModule,
  workflowModule,
  fieldModule,
  tilesModule,
  telemetryModule,
  devicesModule,
  commandModule,
  alarmModule,
  historyModule,
  systemStateModule,
  demoModule,
]
