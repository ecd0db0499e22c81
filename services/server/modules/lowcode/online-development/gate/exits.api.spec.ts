import { calls } from '@services/contract/calls'
import { opensOf, type Right } from '@services/server/right'
import { catalogue } from '@widgets/definitions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyWidget } from '../specs/every-widget'
import { EXITS } from './specs/exits'
import { exitsHold } from './specs/exits-hold'
import { MARKED, UNMARKED } from './specs/marked'
import { openWorlds } from './specs/world'

let worlds: Awaited<ReturnType<typeof openWorlds>>
beforeAll(async () => {
  worlds = await openWorlds()
})
afterAll(() => worlds.close())

/** Below the path of records, or with a right that opens their tables, or rows of interfaces, to its handler. */
function givesRecords(name: string, right: Right | undefined): boolean {
  const { path } = calls[name as keyof typeof calls]
  if (path.startsWith('/api/visualdev/OnlineDev')) return true
  if (right === undefined) return false
  const opens = opensOf(right)
  return opens !== 'all' && (opens.has('record') || (typeof right === 'object' && 'interface' in right))
}

describe('every exit of records', () => {
  it('is in the table, with what is asked by it or why nothing is', () => {
    const { declared } = worlds.server.server.services.targets
    const found = Object.keys(calls).filter((name) => givesRecords(name, declared.get(name)))
    expect(found.filter((name) => !(name in EXITS))).toEqual([])
    expect(found.length).toBeGreaterThan(50)
  })

  it('is asked about every kind of field', () => {
    const kindOf = (key: string) => catalogue.byJnpfKey(key)?.key
    const known = new Set(
      [...MARKED.map(({ key }) => key), ...UNMARKED, 'uploadFile', 'relationForm'].map(kindOf),
    )
    expect(everyWidget.map(({ key }) => key).filter((key) => !known.has(kindOf(key)))).toEqual([])
  })

  // All kinds of lists under all rights are heard in `exits.long.api.spec.ts`.
  it('has a closed value in no byte, whatever closes it', async () => {
    await exitsHold(worlds.worldOf, 'both', 'plain')
    await exitsHold(worlds.worldOf, 'column', 'plain')
  })

  const isList = (call: string) => call.startsWith('onlineDevelopment.list')
  it('of lists has none in any kind of list', async () => {
    await exitsHold(worlds.worldOf, 'form', 'grouped', isList)
    await exitsHold(worlds.worldOf, 'column', 'tree', isList)
  })

  it('of lists has what is closed in the form where its column has been granted', async () => {
    await exitsHold(worlds.worldOf, 'granted', 'plain', isList)
  })
})
