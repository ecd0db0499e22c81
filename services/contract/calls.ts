import { billRuleCalls } from './areas/bill-rule'
import { currentUserCalls } from './areas/current-user'
import { dataInterfaceCalls } from './areas/data-interface'
import { dictionaryCalls } from './areas/dictionary'
import { documentsCalls } from './areas/documents'
import { downloadCalls } from './areas/download'
import { onlineDevelopmentCalls } from './areas/online-development'
import { sessionCalls } from './areas/session'
import { visualDevelopmentCalls } from './areas/visual-development'
import type { Call } from './call'

/** Every call of the wire, by name. */
export const calls = {
  ...sessionCalls,
  ...currentUserCalls,
  ...documentsCalls,
  ...dictionaryCalls,
  ...billRuleCalls,
  ...dataInterfaceCalls,
  ...visualDevelopmentCalls,
  ...onlineDevelopmentCalls,
  ...downloadCalls,
} as const

export type CallName = keyof typeof calls

/** A call by a name that is not known before run time (a document's). */
export function callByName(name: string): Call | undefined {
  return (calls as Readonly<Record<string, Call>>)[name]
}
