import { positionCalls as calls } from '@services/contract/areas/platform/position'
import { type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { IN_SIGHT } from '../../../../unit-right'
import {
  allPositions,
  createPosition,
  deletePosition,
  givenPositions,
  listPositions,
  positionTree,
  readPosition,
  updatePosition,
} from './positions'

const POSITIONS = forEveryone('Positions, from which people are chosen')

/** Positions (`spec/administration.md §7`, "Positions"). */
export function registerPositions({ db, handle }: ModuleServer): void {
  handle(calls['position.list'], { code: 'permission.position', units: IN_SIGHT }, listPositions)
  handle(calls['position.selector'], POSITIONS, async (_, { keyword }) => ({
    list: await positionTree(db, keyword),
  }))
  handle(calls['position.all'], POSITIONS, async () => ({ list: await allPositions(db) }))
  handle(calls['position.condition'], POSITIONS, async (_, { ids, keyword }) => ({
    list: await givenPositions(db, ids, keyword),
  }))
  handle(calls['position.byOrganizes'], POSITIONS, async (_, { organizeIds }) => ({
    list: await positionTree(db, undefined, organizeIds),
  }))
  handle(
    calls['position.read'],
    { code: 'permission.position', units: { select: { position: 'id' } } },
    (context, { id }) => readPosition(context, id),
  )
  handle(
    calls['position.create'],
    { code: 'permission.position:btn_add', units: { add: { unit: 'organizeId' } } },
    async (context, input) => {
      return new Reply(await createPosition(context, input), context.text('@people.created'))
    },
  )
  handle(
    calls['position.update'],
    { code: 'permission.position:btn_edit', units: { edit: { position: 'id' } } },
    async (context, { id, ...input }) => {
      await updatePosition(context, id, input)
      return new Reply(null, context.text('@people.updated'))
    },
  )
  handle(
    calls['position.delete'],
    { code: 'permission.position:btn_remove', units: { delete: { position: 'id' } } },
    async (context, { id }) => {
      await deletePosition(context, id)
      return new Reply(null, context.text('@people.deleted'))
    },
  )
}
