import { newId } from '@runtime/id'
import type { menuCalls } from '@services/contract/areas/platform/menu'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import type { Broken } from '../../../database/constraint'
import { demandVersion } from '../../../database/version'
import { ApiError } from '../../../http/errors'
import type { Locales } from '../../../locales'
import type { CallContext, Services, Tx } from '../../../module'
import { create, refusal, remove, update } from '../people/change'
import { CODE_KINDS, codesInUse, SWITCH_OF } from './code-kinds'
import type { MenuRow } from './entries'
import { isDirectory, isOfModel, type OwnFields, ownFieldsOf } from './kinds'
import { hasModule } from './modules'
import { demandPlace, nextPlace, placeBefore, putInto } from './moving'
import { entriesAt, grantedTo, grantsAt, refuseEntries, refuseGranted, refuseLosingItself } from './obstacles'
import { commonColumns, findRow, infoOf, isNamed, nameOf, readRow } from './rows'
import { demandSwitches, type SwitchInput, switchesOf } from './switches'

type MenuInput = InputOf<(typeof menuCalls)['menu.create']>
type MoveInput = InputOf<(typeof menuCalls)['menu.move']>

/** What writes of menus work with, beside the caller's own. */
export interface MenuWork {
  readonly context: CallContext
  readonly services: Services
  readonly locales: Locales
}

const BROKEN: Readonly<Record<string, Broken>> = {
  menu_en_code_key: { path: 'enCode', message: '@people.codeTaken' },
}

const changeOf = (locales: Locales, action: string, id: string) => ({
  ...{ action, id, broken: BROKEN },
  async read(tx: Parameters<typeof findRow>[0]) {
    const row = await findRow(tx, id)
    return row && infoOf(locales, row)
  },
})

export async function createEntry(work: MenuWork, input: MenuInput): Promise<{ id: string }> {
  const { context, locales } = work
  const id = newId()
  await create(context, {
    ...changeOf(locales, 'menu.create', id),
    async write(tx) {
      const { systemId: system_id, category = 'Web', parentId: parent_id, type } = input
      await demandPlace(context, tx, null, { system_id, category, parent_id, type })
      await demandCode(context, tx, id, input.enCode)
      const switches = switchesOf(input)
      demandSwitches(context, null, type, switches)
      const { property_json, ...own } = await checkedFields(context, tx, input)
      await tx
        .insertInto('menu')
        .values({
          ...{
            id,
            system_id,
            category,
            parent_id,
            type,
            source: 'own',
            ...own,
            ...commonColumns(input),
            ...switches,
          },
          en_code: input.enCode.trim(),
          full_name: JSON.stringify({ text: nameOf(input) }),
          property_json: JSON.stringify(property_json),
          ...{ buttons: '[]', columns: '[]', fields: '[]' },
        })
        .execute()
    },
  })
  return { id }
}

export function updateEntry(work: MenuWork, id: string, input: MenuInput): Promise<void> {
  const { context, services, locales } = work
  return update(context, {
    ...changeOf(locales, 'menu.update', id),
    async write(tx) {
      const row = await readRow(tx, id)
      await demandVersion(tx, 'menu', id, input.version, async () => infoOf(locales, await readRow(tx, id)))
      if (input.systemId !== row.system_id) throw refusal(context, 'systemId', '@menu.staysInSystem')
      const { category = row.category, parentId: parent_id, type } = input
      await demandPlace(context, tx, row, { system_id: row.system_id, category, parent_id, type })
      const switches = switchesOf(input, row)
      demandSwitches(context, row, type, switches)
      await demandOpening(work, tx, row, switches)
      if (input.enabledMark === 1 && !row.is_enabled)
        await services.holdings.demandOwn(context, tx, await grantsAt(tx, [id]))
      const { property_json, ...own } = await ownOf(context, tx, row, input)
      await tx
        .updateTable('menu')
        .set({
          ...{ category, parent_id, ...own, ...commonColumns(input), ...switches },
          property_json: JSON.stringify(property_json),
          // A name of the product's own stays what it is in every language when nobody has changed it.
          ...(!isNamed(locales, row.full_name.text, input) && {
            full_name: JSON.stringify({ text: nameOf(input) }),
          }),
        })
        .where('id', '=', id)
        .execute()
      await refuseLosingItself(tx)
    },
  })
}

/** @throws ApiError 400 that names what stands in the way: entries below it, who has been granted it, the product, a model */
export function deleteEntry({ context, locales }: MenuWork, id: string): Promise<void> {
  return remove(context, {
    ...changeOf(locales, 'menu.delete', id),
    async write(tx) {
      const row = await readRow(tx, id)
      const name = context.text(row.full_name.text)
      if (row.source === 'file') throw new ApiError(CODE.badRequest, '@menu.ofProduct', { params: { name } })
      if (row.source === 'model') throw new ApiError(CODE.badRequest, '@menu.ofModel', { params: { name } })
      const below = await entriesAt(context, tx, { parentId: id })
      await refuseEntries(context, '@menu.hasEntries', below)
      const granted = await grantedTo(context, tx, 'any', id)
      await refuseGranted(context, '@menu.isGranted', granted)
      await tx.deleteFrom('data_scheme').where('menu_id', '=', id).execute()
      await tx.deleteFrom('menu').where('id', '=', id).execute()
    },
  })
}

export function toggleEntry({ context, services, locales }: MenuWork, id: string): Promise<void> {
  return update(context, {
    ...changeOf(locales, 'menu.state', id),
    async write(tx) {
      const { is_enabled } = await readRow(tx, id)
      await demandVersion(tx, 'menu', id)
      if (!is_enabled) await services.holdings.demandOwn(context, tx, await grantsAt(tx, [id]))
      await tx.updateTable('menu').set({ is_enabled: !is_enabled }).where('id', '=', id).execute()
      await refuseLosingItself(tx)
    },
  })
}

/** Puts an entry somewhere else in its system's menu; answers where it was, for it to be put back. */
export async function moveEntry(
  { context, locales }: MenuWork,
  { id, parentId: parent_id, beforeId }: MoveInput,
): Promise<{ id: string; parentId: string; beforeId: string | null }> {
  let was: { parentId: string; beforeId: string | null } | undefined
  await update(context, {
    ...changeOf(locales, 'menu.move', id),
    async write(tx) {
      const row = await readRow(tx, id)
      const { system_id, category, type } = row
      was = { parentId: row.parent_id, beforeId: await nextPlace(tx, row) }
      await demandPlace(context, tx, row, { system_id, category, parent_id, type })
      await putInto(
        tx,
        id,
        parent_id,
        await placeBefore(context, tx, parent_id, system_id, id, beforeId ?? null),
      )
      await demandVersion(tx, 'menu', id)
      await refuseLosingItself(tx)
    },
  })
  if (!was) throw new Error('An entry that has been moved was somewhere.')
  return { id, ...was }
}

/** What of its kind an entry has; one of the product or a model keeps that, with its code. */
async function ownOf(
  context: CallContext,
  tx: Tx,
  row: MenuRow,
  input: MenuInput,
): Promise<Partial<OwnFields> & { property_json: object; en_code: string; type: number }> {
  const { type, en_code } = row
  if (row.source === 'own') {
    if (isDirectory(type) && !isDirectory(input.type)) {
      const below = await entriesAt(context, tx, { parentId: row.id })
      if (below.count > 0) throw refusal(context, 'type', '@menu.kindWithEntries')
    }
    await demandCode(context, tx, row.id, input.enCode)
    const own = await checkedFields(context, tx, input)
    return { ...own, type: input.type, en_code: input.enCode.trim() }
  }
  const given = {
    enCode: input.enCode.trim(),
    type: input.type,
    urlAddress: input.urlAddress ?? row.url_address,
  }
  const kept = { enCode: en_code, type, urlAddress: row.url_address }
  for (const path of ['enCode', 'type', 'urlAddress'] as const)
    if (given[path] !== kept[path]) throw refusal(context, path, '@menu.keepsKind')
  return { property_json: row.property_json, type, en_code }
}

/** A kind's own fields; what the entry shows has to be there. */
async function checkedFields(context: CallContext, tx: Tx, input: MenuInput): Promise<OwnFields> {
  const own = ownFieldsOf(input, (path, message) => refusal(context, path, message))
  const moduleId = own.property_json['moduleId']
  if (typeof moduleId === 'string' && !(await hasModule(tx, input.type, moduleId)))
    throw refusal(context, 'propertyJson', '@menu.moduleGone')
  return own
}

/** A right is found by an entry's code or id: nobody's code is another's id. */
async function demandCode(context: CallContext, tx: Tx, id: string, code: string): Promise<void> {
  const other = await tx
    .selectFrom('menu')
    .select('id')
    .where('id', '=', code.trim())
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw refusal(context, 'enCode', '@people.codeTaken')
}

/** Who turns a switch off opens its codes to all who see the entry: nobody gives what they have not. */
async function demandOpening(
  { context, services }: MenuWork,
  tx: Tx,
  row: MenuRow,
  next: SwitchInput,
): Promise<void> {
  const opened = [
    ...CODE_KINDS.filter((kind) => row[SWITCH_OF[kind]] && !next[SWITCH_OF[kind]]).flatMap((kind) =>
      codesInUse(row, kind).map(({ enCode }) => [kind, enCode] as const),
    ),
    ...(row.data_switch && !next.data_switch && isOfModel(row.type) ? [['data', 'all'] as const] : []),
  ]
  await services.holdings.demandOwn(
    context,
    tx,
    opened.map(([kind, code]) => ({ kind, menu_id: row.id, code })),
  )
}
