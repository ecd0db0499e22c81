import type { ServerModule } from '../module'
import { auditModule } from './audit/module'
import { billRuleModule } from './bill-rule/module'
import { dataInterfaceModule } from './data-interface/module'
import { demoModule } from './demo/module'
import { dictionaryModule } from './dictionary/module'
import { documentsModule } from './documents/module'
import { downloadModule } from './download/module'
import { menuModule } from './menu/module'
import { onlineDevelopmentModule } from './online-development/module'
import { sessionModule } from './session/module'
import { systemConfigModule } from './system-config/module'
import { visualDevelopmentModule } from './visual-development/module'

/** Every module of the server, in the order of registration: a module's service is there for those after it. */
export const modules: readonly ServerModule[] = [
  auditModule,
  systemConfigModule,
  documentsModule,
  menuModule,
  sessionModule,
  downloadModule,
  dictionaryModule,
  dataInterfaceModule,
  billRuleModule,
  visualDevelopmentModule,
  onlineDevelopmentModule,
  demoModule,
]
