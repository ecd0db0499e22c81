import { afterAll, beforeAll, it } from 'vitest'
import { exitsHold } from './specs/exits-hold'
import { LISTS, type ListKind } from './specs/marked'
import { CASES, type Case, openWorlds } from './specs/world'

let worlds: Awaited<ReturnType<typeof openWorlds>>
beforeAll(async () => {
  worlds = await openWorlds()
})
afterAll(() => worlds.close())

const kinds = Object.keys(LISTS) as ListKind[]
const cases = (Object.keys(CASES) as Case[]).flatMap((which) => kinds.map((kind) => [which, kind] as const))

it.each(cases)('no exit has a closed value (closed: %s) of a %s list', async (which, kind) => {
  await exitsHold(worlds.worldOf, which, kind)
})
