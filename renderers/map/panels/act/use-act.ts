import { useHost } from '@renderers/host'
import type { Asked } from '@runtime/field/command'
import { CallError, type Host } from '@runtime/host'
import { newId } from '@runtime/id'
import { FIELD_CODE } from '@services/client'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A rule that speaks against an act, in the person's language (`design/field.md §2.3`). */
export interface Violation {
  readonly code: string
  readonly level: string
  readonly text: string
  readonly deviceId: string | null
  /** Of an offer: the pumps that have to stand first. */
  readonly stopFirst?: readonly string[]
}
/** Who has a command under way to the same actuator. */
export interface Holder {
  readonly userName: string
  readonly heldSec: number
}

/** How far one act of a person has come, up to the server's word; what the device does then is the command's. */
export type Act<T> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' }
  /** The answer was lost: nobody knows whether the server has it. Sent again, it is the same act. */
  | { readonly phase: 'lost' }
  /** The server asks once more; `until` in milliseconds since 1970. */
  | {
      readonly phase: 'confirm'
      readonly until: number
      readonly violations: readonly Violation[]
      readonly asked: Asked | null
    }
  /** Nobody confirmed in time: nothing was sent. */
  | { readonly phase: 'expired' }
  | {
      readonly phase: 'refused'
      readonly text: string
      readonly violations: readonly Violation[]
      readonly holder: Holder | null
    }
  | { readonly phase: 'done'; readonly data: T }

export interface Acting<T> {
  readonly state: Act<T>
  /** Between the press and the server's word. */
  readonly isBusy: boolean
  /** A new act, with an id of its own that it keeps whatever happens on the way. */
  start(call: string, input: Readonly<Record<string, unknown>>): void
  /** The same act again, by the same id. */
  retry(): void
  confirm(): void
  /** The refused act once more, for a second person to set aside what speaks against it (risk D). */
  requestApproval(override: readonly string[], reason: string): void
  dismiss(): void
}

interface ActRequest {
  readonly call: string
  readonly input: Readonly<Record<string, unknown>> & { readonly commandId: string }
  /** What the server's question is answered with. */
  readonly token: string | null
}

/**
 * Carries one act to the server (`design/field.md §2.2`): at most once however often the way breaks, confirmed where the
 * server asks for it, refused with its reasons.
 */
export function useAct<T>(onDone?: (data: T) => void): Acting<T> {
  const host = useHost()
  const [state, setState] = useState<Act<T>>({ phase: 'idle' })
  const request = useRef<ActRequest | null>(null)
  const done = useRef(onDone)
  done.current = onDone
  const send = useCallback(
    async (act: ActRequest) => {
      request.current = act
      setState({ phase: 'sending' })
      const next = await sent<T>(host, act)
      // Another act may have been started in the meantime, or this one given up.
      if (request.current !== act) return
      if (next.token) request.current = { ...act, token: next.token }
      setState(next.state)
      if (next.state.phase === 'done') done.current?.(next.state.data)
    },
    [host],
  )
  const again = () => {
    if (request.current) void send({ ...request.current })
  }
  useExpiry(state, () => setState({ phase: 'expired' }))
  return {
    state,
    isBusy: state.phase === 'sending' || state.phase === 'confirm' || state.phase === 'lost',
    start: (call, input) =>
      void send({ call, input: { ...input, commandId: newId(host.now()) }, token: null }),
    retry: again,
    confirm: again,
    requestApproval(override, reason) {
      if (!request.current || state.phase !== 'refused') return
      const { call, input } = request.current
      void send({ call, input: { ...input, commandId: newId(host.now()), override, reason }, token: null })
    },
    dismiss() {
      request.current = null
      setState({ phase: 'idle' })
    },
  }
}

/** The rules that forbid an act, of all that are told with it. */
export const against = (violations: readonly Violation[]) =>
  violations.filter(({ level }) => level !== 'warn')

/** A question is over when its time is: a late yes must not start anything. */
function useExpiry(state: Act<unknown>, expire: () => void): void {
  const host = useHost()
  const until = state.phase === 'confirm' ? state.until : null
  const act = useRef(expire)
  act.current = expire
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => host.now() >= until && act.current(), 250)
    return () => clearInterval(timer)
  }, [until, host])
}

interface Sent<T> {
  readonly state: Act<T>
  readonly token?: string
}

async function sent<T>(host: Host, { call, input, token }: ActRequest): Promise<Sent<T>> {
  try {
    const { data } = await host.call(call, token === null ? input : { ...input, confirmToken: token })
    return { state: { phase: 'done', data: data as T } }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return answered(error, host.now())
  }
}

/** No word of the server, or none that says what became of it. */
const isLost = (code: number) => code === 0 || (code >= 500 && code < 600) || code === FIELD_CODE.timeout

interface Refusal {
  readonly violations?: readonly Violation[]
  readonly holder?: Holder
  readonly confirmToken?: string
  readonly expiresIn?: number
  readonly snapshot?: { readonly violations?: readonly Violation[]; readonly asked?: Asked }
}

function answered(error: CallError, now: number): Sent<never> {
  if (isLost(error.code)) return { state: { phase: 'lost' } }
  const data = (error.data ?? {}) as Refusal
  if (error.code === FIELD_CODE.confirm && data.confirmToken)
    return {
      token: data.confirmToken,
      state: {
        phase: 'confirm',
        until: now + (data.expiresIn ?? 0) * 1000,
        violations: data.snapshot?.violations ?? [],
        asked: data.snapshot?.asked ?? null,
      },
    }
  const { violations = [], holder = null } = data
  return { state: { phase: 'refused', text: error.message, violations, holder } }
}
