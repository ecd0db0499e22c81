import { type Call, toWire } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { codesOf, type Right } from '@services/server/right'
import type { TestServer } from './harness'
import { type Holder, holderOf } from './holder'
import { leastInput } from './least'

/** What a call needs beside its code, since it does two things at once. */
const BESIDE: Readonly<Record<string, string>> = {
  'thirdSync.organizeToQy': 'permission.organize',
  'thirdSync.organizeToDing': 'permission.organize',
  'thirdSync.userToQy': 'permission.user',
  'thirdSync.userToDing': 'permission.user',
}

/** A call with a code that opens it; the input where it is told by that which code it is. */
export interface Door {
  readonly call: Call
  readonly code: string
  /** All codes by which the call is open with that input. */
  readonly needed: readonly string[]
  readonly input?: Readonly<Record<string, unknown>>
}

/** Each declared call with each of the codes that it is open by. */
export function doorsOf(declared: ReadonlyMap<string, Right>): readonly Door[] {
  return [...declared].flatMap(([name, right]) => {
    const call = calls[name as keyof typeof calls] as Call
    if (typeof right === 'object' && 'by' in right) {
      const door = (choice: string, code: string): Door => ({
        ...{ call, code, needed: [code, right.code] },
        input: leastInput(call, { [right.by]: choice, id: 'none' }),
      })
      const chosen = Object.entries(right.codes)
      return chosen.flatMap(([choice, code]) => [
        door(choice, code),
        { ...door(choice, code), code: right.code },
      ])
    }
    const needed = codesOf(right)
    return needed.map((code) => ({ call, code, needed }))
  })
}

/**
 * Knocks at doors over HTTP: with the one code they open, whatever is behind them, and with everything else that can be granted
 * they stay shut. Answers which did not.
 */
export async function knock(server: TestServer, doors: readonly Door[]): Promise<readonly string[]> {
  const wrong: string[] = []
  const knockAs = async (who: Holder, { call, input }: Door): Promise<Answer> => {
    const wire = toWire(input ? call : { ...call, path: call.path.replace(/:\w+/g, 'none') }, input)
    const isBare = call.method === 'GET' || (call.method === 'DELETE' && !call.body)
    const query = new URLSearchParams(wire.query as Record<string, string>)
    const response = await who.client.fetch(`${wire.path}?${query}`, {
      method: call.method,
      ...(!isBare && {
        body: JSON.stringify(wire.body ?? {}),
        headers: { 'content-type': 'application/json' },
      }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await response.text()
    return text.startsWith('{"code"') ? (JSON.parse(text) as Answer) : { code: response.status, msg: '' }
  }
  const one = await holderOf(server, 'one-code')
  const rest = await holderOf(server, 'all-but-it')
  let held = ''
  const byCodes = doors.map((door) => ({ ...door, codes: [door.code, BESIDE[door.call.name] ?? []].flat() }))
  for (const { codes, ...door } of byCodes.toSorted((a, b) => a.code.localeCompare(b.code))) {
    if (held !== codes.join(' and ')) await one.hold(codes)
    held = codes.join(' and ')
    const { code, msg } = await knockAs(one, door)
    if ([403, 600, 601, 602].includes(code)) wrong.push(`${door.call.name} with ${held}: ${code} ${msg}`)
  }
  let lacked = ''
  const byLack = doors.map((door) => ({ ...door, lack: door.needed.join(' and ') }))
  for (const { lack, ...door } of byLack.toSorted((a, b) => a.lack.localeCompare(b.lack))) {
    if (lacked !== lack) await rest.holdAllBut(door.needed)
    lacked = lack
    const { code, msg } = await knockAs(rest, door)
    if (code !== 403) wrong.push(`${door.call.name} without ${lack}: ${code} ${msg}`)
  }
  return wrong
}

interface Answer {
  readonly code: number
  readonly msg: string
}
