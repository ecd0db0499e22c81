import { CallError } from '@runtime/host'
import { isRecord } from '@runtime/json'

/** Refusals that are remembered; a message follows its refusal at once. */
const MOST = 20

/** Rights that calls were refused for, by the sentence that says so. */
const rights = new Map<string, string>()

/** Keeps what right a call was refused for: whoever shows the sentence, the way to its reason stands beside it. */
export function noteRefusal(error: unknown): void {
  if (!(error instanceof CallError) || !isRecord(error.data)) return
  const { right } = error.data
  if (typeof right !== 'string') return
  rights.delete(error.message)
  rights.set(error.message, right)
  const [oldest] = rights.keys()
  if (rights.size > MOST && oldest !== undefined) rights.delete(oldest)
}

/** The right whose lack a sentence tells of. */
export const refusedRight = (message: string): string | undefined => rights.get(message)
