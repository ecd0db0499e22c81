import { documentsCalls } from './areas/lowcode/documents'
import { sessionCalls } from './areas/platform/session'
import { signInCalls } from './areas/platform/sign-in'
import type { Call } from './call'

/** What a browser calls while nobody has come in yet: signing in, and the texts that say so. The rest comes with the workspace. */
export const gateCalls = {
  ...sessionCalls,
  ...signInCalls,
  'documents.locales': documentsCalls['documents.locales'],
} as const

/** A call of the gate by name. */
export function gateCallByName(name: string): Call | undefined {
  return (gateCalls as Readonly<Record<string, Call>>)[name]
}
