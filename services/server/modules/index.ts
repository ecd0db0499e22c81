import type { ServerModule } from '../module'
import { auditModule } from './audit/module'
import { documentsModule } from './documents/module'
import { menuModule } from './menu/module'
import { sessionModule } from './session/module'
import { systemConfigModule } from './system-config/module'

/** Every module of the server, in the order of registration: a module's service is there for those after it. */
export const modules: readonly ServerModule[] = [
  auditModule,
  systemConfigModule,
  documentsModule,
  menuModule,
  sessionModule,
]
