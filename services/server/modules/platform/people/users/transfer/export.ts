import { clockOf, formatDate } from '@runtime/date'
import { EXPORTED, type usersTransferCalls } from '@services/contract/areas/platform/users-transfer'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../../../http/errors'
import type { CallContext, Services } from '../../../../../module'
import { serialOf, workbookOf } from '../../../../../sheets/workbook'
import { TIME_ZONE } from '../../../../../time-zone'
import { SEPARATOR } from '../../../transfer/cells'
import { roleName } from '../../role/roles'
import { CHOICES, type Chosen, choicesOfFile } from '../person-file'
import { personIds, personRecords } from '../persons'
import { COLUMNS, DATE, type PersonColumn } from './columns'

type Query = InputOf<(typeof usersTransferCalls)['users.exportExcel']>
type Person = Awaited<ReturnType<typeof personRecords>>[number]

/** People who are read together. */
const BATCH = 500

/** Those whom the caller's list finds as a spreadsheet whose columns are the import's: what it says can be brought in again. */
export async function exportPersons(context: CallContext, services: Services, query: Query) {
  const { text } = context
  const columns = columnsAsked(query.selectKey)
  const which = query.dataType === EXPORTED.all ? 'all' : 'page'
  const ids = await personIds(context, query, which)
  const title = text('@places.area.users')
  const name = `${title}_${formatDate(Date.now(), 'yyyyMMddHHmmss', TIME_ZONE)}.xlsx`
  const words = await wordsOf(context)
  const rows = (async function* () {
    for (let from = 0; from < ids.length; from += BATCH)
      for (const person of await personRecords(context, ids.slice(from, from + BATCH)))
        yield columns.map((column) => words(column, person))
  })()
  const sheet = columns.map(({ title, cells }) => ({
    title: text(title),
    ...(cells.kind === 'date' && { format: DATE.toLowerCase() }),
    ...(cells.kind === 'number' && { whole: '0' }),
  }))
  const file = await services.files.keep(context, { name, body: workbookOf(title, sheet, rows) }, 'export')
  await context.audit({
    action: 'users.export',
    target: file.id,
    after: { name, count: ids.length, columns: columns.map(({ id }) => id), dataType: query.dataType },
  })
  return { url: await services.files.address(file.id), name: file.name }
}

/** @throws ApiError 400 for a column that there is not */
function columnsAsked(selectKey = ''): readonly PersonColumn[] {
  const keys = [...new Set(selectKey.split(',').flatMap((key) => key.trim() || []))]
  if (keys.length === 0) return COLUMNS
  return keys.map((key) => {
    const column = COLUMNS.find(({ id }) => id === key)
    if (!column) throw new ApiError(CODE.badRequest, '@list.unknownField', { params: { field: key } })
    return column
  })
}

/** What a cell says of a person: names as the import finds them again, each of one thing alone. */
async function wordsOf(
  context: CallContext,
): Promise<(column: PersonColumn, person: Person) => string | number | null> {
  const { text } = context
  const [names, choices] = await Promise.all([namesOfPlaces(context), choicesOfFile(context.db)])
  const chosen = new Map(
    (Object.keys(CHOICES) as Chosen[]).map((member) => [
      member,
      new Map(choices.get(member)?.map(({ id, name }) => [id, name])),
    ]),
  )
  return ({ id, cells }, person) => {
    const value = person[id as keyof Person]
    switch (cells.kind) {
      case 'number':
        return value as number
      case 'date':
        return value === null ? null : serialOf(clockOf(value as number, TIME_ZONE))
      case 'one': {
        // Who is locked is in use all the same.
        const kept = id === 'enabledMark' && value === 2 ? 1 : value
        const [, title] = cells.of.find(([one]) => one === kept) ?? []
        return title === undefined ? null : text(title)
      }
      case 'chosen':
        return chosen.get(cells.from)?.get(String(value)) ?? String(value)
      case 'named':
        if (cells.many) return (value as readonly string[]).map((one) => names.get(one) ?? one).join(',')
        return managerOf(person)
      default:
        return String(value ?? '')
    }
  }
}

const managerOf = ({ managerName, managerAccount }: Person) =>
  managerAccount === '' ? '' : `${managerName}/${managerAccount}`

/** Names of units, positions, roles and groups by their ids; the code where a name would be read as another one's, or as several. */
async function namesOfPlaces({ db, text }: CallContext): Promise<ReadonlyMap<string, string>> {
  const units = await db.selectFrom('organize').select(['id', 'path_name', 'en_code']).execute()
  const positions = await db
    .selectFrom('position')
    .innerJoin('organize', 'organize.id', 'position.organize_id')
    .select(['position.id', 'position.full_name', 'position.en_code', 'organize.path_name'])
    .execute()
  const roles = await db.selectFrom('role').select(['id', 'full_name', 'en_code']).execute()
  const groups = await db.selectFrom('user_group').select(['id', 'full_name', 'en_code']).execute()
  const kinds = [
    units.map(({ id, path_name, en_code }) => ({ id, name: path_name, code: en_code })),
    positions.map((one) => ({ id: one.id, name: `${one.path_name}/${one.full_name}`, code: one.en_code })),
    roles.map((role) => ({ id: role.id, name: roleName(role, text), code: role.en_code })),
    groups.map(({ id, full_name, en_code }) => ({ id, name: full_name, code: en_code })),
  ]
  return new Map(
    kinds.flatMap((kind) => {
      const count = new Map<string, number>()
      for (const word of kind.flatMap(({ name, code }) => (name === code ? [name] : [name, code])))
        count.set(word.toLowerCase(), (count.get(word.toLowerCase()) ?? 0) + 1)
      return kind.map(({ id, name, code }): [string, string] => {
        const isPlain = count.get(name.toLowerCase()) === 1 && !SEPARATOR.test(name)
        return [id, isPlain ? name : code]
      })
    }),
  )
}
