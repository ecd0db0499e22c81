import { CallError, type CallResult, type Host } from '@runtime/host'
import { FIELD_CODE } from '@services/client'
import type { DeviceAlarm } from '@services/client/alarms'

export type ActName = 'ack' | 'shelve' | 'comment' | 'clear'

/** What became of an act: whether it was done, and how the alarm stands now, where that is known. */
export interface Acted {
  readonly isDone: boolean
  readonly alarm: DeviceAlarm | null
}

const NOTHING: Acted = { isDone: false, alarm: null }

/**
 * Does something about an alarm by the state that is seen here (optimistic lock); says why where it cannot be, and who was
 * first. What the server wants confirmed (risk C, `design/field.md §2.2`) is asked.
 */
export async function actOnAlarm(
  host: Host,
  alarm: DeviceAlarm,
  name: ActName,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Acted> {
  const { fid, version } = alarm
  try {
    const result = await confirmed(host, alarm, (token) =>
      host.call(`deviceAlarm.${name}`, { ...input, fid, version, ...token }),
    )
    return result ? { isDone: true, alarm: result.data as DeviceAlarm } : NOTHING
  } catch (error) {
    host.toast('error', (error as Error).message || host.text('@alarm.failed'))
    // Somebody was faster: their state is shown at once.
    const newer =
      error instanceof CallError ? (error.data as { alarm?: DeviceAlarm } | null)?.alarm : undefined
    return { isDone: false, alarm: newer ?? null }
  }
}

/** Answers the server's question with its own token; null where the person says no. A token too old brings another question. */
async function confirmed(
  host: Host,
  { inputField101: device, textareaField103: content }: DeviceAlarm,
  call: (token: { readonly confirmToken?: string }) => Promise<CallResult>,
): Promise<CallResult | null> {
  let token: { readonly confirmToken?: string } = {}
  for (;;) {
    try {
      return await call(token)
    } catch (error) {
      const confirmToken = tokenOf(error)
      if (confirmToken === undefined) throw error
      const isAgain = token.confirmToken !== undefined
      const question = host.text('@alarm.clearQuestion')
      const text = isAgain ? `${(error as Error).message} ${question}` : question
      if (!(await host.confirm({ title: `${device} · ${content}`, text, danger: true }))) return null
      token = { confirmToken }
    }
  }
}

function tokenOf(error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.code !== FIELD_CODE.confirm) return undefined
  return (error.data as { confirmToken?: string } | null)?.confirmToken
}
