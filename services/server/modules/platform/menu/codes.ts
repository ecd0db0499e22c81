import type { CodeKind, codeCallsOf } from '@services/contract/areas/platform/menu-codes'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../http/errors'
import type { Locales } from '../../../locales'
import type { CallContext, Db, Tx } from '../../../module'
import { refusal, update } from '../people/change'
import { LIST_OF, SWITCH_OF } from './code-kinds'
import type { MenuRow } from './entries'
import { isDirectory } from './kinds'
import { grantCounts, grantedTo, refuseGranted } from './obstacles'
import { findRow, flag, isNamed, nameOf, namesInfo, readRow } from './rows'
import type { RightCode } from './tables'
import type { MenuWork } from './writes'

type NewCode = InputOf<(typeof codeCallsOf)['button']['batch']>['list'][number]
type ChangedCode = InputOf<(typeof codeCallsOf)['button']['update']>

const ACTION = { button: 'moduleButton', column: 'moduleColumn', form: 'moduleForm' } as const

/** So many codes of a kind an entry has at most: every judgement reads them. */
const MOST = 1_000
/** What codes of the product and of models are made of: fields, `table-field`, `field@read`. */
const SPELLING = /^[\w.@-]+$/

const versionOf = ({ version = 1 }: RightCode) => version

/** An entry's id and the code's own: no entry's id has a colon. */
function partsOf(id: string): readonly [menuId: string, code: string] {
  const at = id.indexOf(':')
  if (at < 1) throw notFound()
  return [id.slice(0, at), id.slice(at + 1)]
}

function wireOf(row: MenuRow, code: RightCode, grantCount: number) {
  return {
    ...{ id: `${row.id}:${code.enCode}`, moduleId: row.id, enCode: code.enCode },
    ...{ enabledMark: flag(!code.isOff), description: code.description ?? '' },
    ...{ source: code.isOwn ? 'own' : row.source === 'model' ? 'model' : 'file' },
    ...{ grantCount, version: versionOf(code) },
  }
}

/** The codes of a kind of an entry, in their order, by name or code. */
export async function codesAt(context: CallContext, kind: CodeKind, menuId: string, keyword = '') {
  const row = await readRow(context.db, menuId)
  const counts = await grantCounts(context.db, kind, menuId)
  const word = keyword.trim().toLowerCase()
  return row[LIST_OF[kind]]
    .map((code) => ({
      ...wireOf(row, code, counts.get(code.enCode) ?? 0),
      fullName: context.text(code.fullName),
    }))
    .filter(({ fullName, enCode }) => `${fullName}\n${enCode}`.toLowerCase().includes(word))
}

/** One code, with its names in all languages. @throws ApiError 404 */
export async function readCode(context: CallContext, locales: Locales, kind: CodeKind, id: string) {
  const [menuId, enCode] = partsOf(id)
  const row = await readRow(context.db, menuId)
  const code = row[LIST_OF[kind]].find((one) => one.enCode === enCode)
  if (!code) throw notFound()
  const grants = await grantedTo(context, context.db, kind, menuId, enCode)
  return { ...wireOf(row, code, grants.count), ...namesInfo(locales, code.fullName) }
}

/** Adds codes, all or none; answers their ids. @throws ApiError 400 at the first that cannot be */
export async function addCodes(
  work: MenuWork,
  kind: CodeKind,
  menuId: string,
  list: readonly NewCode[],
  act: 'create' | 'batch',
): Promise<string[]> {
  const { context, services } = work
  await change(work, `${ACTION[kind]}.${act}`, kind, menuId, async (tx, row, codes) => {
    if (isDirectory(row.type)) throw refusal(context, 'moduleId', '@menu.noCodesAtDirectory')
    const taken = new Set(codes.map(({ enCode }) => enCode))
    const added = list.map((input, index): RightCode => {
      const at = act === 'batch' ? `list.${index}.enCode` : 'enCode'
      const enCode = input.enCode.trim()
      if (!SPELLING.test(enCode)) throw refusal(context, at, '@menu.codeSpelling')
      if (taken.has(enCode)) throw codeTaken(context, at, enCode, row)
      taken.add(enCode)
      return {
        ...{ enCode, fullName: nameOf(input), isOwn: true },
        ...(input.enabledMark === 0 && { isOff: true }),
        ...(input.description && { description: input.description }),
      }
    })
    if (codes.length + added.length > MOST) throw refusal(context, 'moduleId', '@menu.tooManyCodes')
    // Where the kind is not granted piece by piece a code is everybody's at once who sees the entry. And of what has been
    // granted before, whoever has taken the code away since, the holders have it again.
    const given = added.filter(({ isOff }) => !isOff)
    await services.holdings.demandOwn(
      context,
      tx,
      await gifts(
        tx,
        row,
        kind,
        given.map(({ enCode }) => enCode),
      ),
    )
    return [...codes, ...added]
  })
  return list.map(({ enCode }) => `${menuId}:${enCode.trim()}`)
}

export function updateCode(work: MenuWork, kind: CodeKind, input: ChangedCode): Promise<void> {
  return changeOne(work, 'update', kind, input.id, async (tx, row, code) => {
    const { context, locales } = work
    demandVersion(work, row, code, input.version)
    if (input.enCode.trim() !== code.enCode) throw refusal(context, 'enCode', '@menu.codeStays')
    const isOn = (input.enabledMark ?? flag(!code.isOff)) === 1
    if (isOn && code.isOff) await demandGift(work, tx, row, kind, code)
    const { isOff: _off, description: _before, ...rest } = code
    return {
      ...(isNamed(locales, code.fullName, input) ? rest : renamed(locales, rest, input)),
      ...(!isOn && { isOff: true }),
      ...(input.description && { description: input.description }),
    }
  })
}

export function toggleCode(work: MenuWork, kind: CodeKind, id: string): Promise<void> {
  return changeOne(work, 'state', kind, id, async (tx, row, { isOff, ...code }) => {
    if (!isOff) return { ...code, isOff: true }
    await demandGift(work, tx, row, kind, code)
    return code
  })
}

/** @throws ApiError 400 that names who has been granted it, or whose it is */
export function deleteCode(work: MenuWork, kind: CodeKind, id: string): Promise<void> {
  const { context } = work
  return changeOne(work, 'delete', kind, id, async (tx, row, code) => {
    const name = context.text(code.fullName)
    if (!code.isOwn) {
      const message = row.source === 'model' ? '@menu.codeOfModel' : '@menu.codeOfProduct'
      throw new ApiError(CODE.badRequest, message, { params: { name } })
    }
    const granted = await grantedTo(context, tx, kind, row.id, code.enCode)
    await refuseGranted(context, '@menu.codeGranted', granted)
    return null
  })
}

/** Changes one code of an entry, or takes it away. */
function changeOne(
  work: MenuWork,
  act: 'update' | 'state' | 'delete',
  kind: CodeKind,
  id: string,
  next: (tx: Tx, row: MenuRow, code: RightCode) => Promise<RightCode | null>,
): Promise<void> {
  const [menuId, enCode] = partsOf(id)
  return change(
    work,
    `${ACTION[kind]}.${act}`,
    kind,
    menuId,
    async (tx, row, codes) => {
      const code = codes.find((one) => one.enCode === enCode)
      if (!code) throw notFound()
      const made = await next(tx, row, code)
      return codes.flatMap((one) =>
        one !== code ? [one] : made ? [{ ...made, version: versionOf(code) + 1 }] : [],
      )
    },
    id,
  )
}

/** One write of an entry's codes of a kind, with the audit's row of before and after; nobody else writes them meanwhile. */
function change(
  { context }: MenuWork,
  action: string,
  kind: CodeKind,
  menuId: string,
  next: (tx: Tx, row: MenuRow, codes: readonly RightCode[]) => Promise<readonly RightCode[]>,
  target = menuId,
): Promise<void> {
  const list = LIST_OF[kind]
  const read = async (tx: Db) => {
    const row = await findRow(tx, menuId)
    return (
      row && {
        codes: row[list].filter(({ enCode }) => target === menuId || target === `${menuId}:${enCode}`),
      }
    )
  }
  return update(context, {
    ...{ action, id: target, broken: {}, read },
    async write(tx) {
      const row = await tx
        .selectFrom('menu')
        .selectAll()
        .where('id', '=', menuId)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw notFound()
      const codes = JSON.stringify(await next(tx, row, row[list]))
      await tx
        .updateTable('menu')
        .set({ [list]: codes })
        .where('id', '=', menuId)
        .execute()
    },
  })
}

/** What of these codes somebody has by it that they are in use: those that are granted, or all where the kind is open. */
async function gifts(tx: Tx, row: MenuRow, kind: CodeKind, codes: readonly string[]) {
  const granted = await tx
    .selectFrom('permission_grant')
    .select('code')
    .distinct()
    .where('menu_id', '=', row.id)
    .where('kind', '=', kind)
    .where(sql<boolean>`code = any(${[...codes]}::text[])`)
    .execute()
  const given = row[SWITCH_OF[kind]] ? granted.map(({ code }) => code) : codes
  return given.map((code) => ({ kind, menu_id: row.id, code }))
}

const demandGift = async (
  { context, services }: MenuWork,
  tx: Tx,
  row: MenuRow,
  kind: CodeKind,
  { enCode }: RightCode,
) => services.holdings.demandOwn(context, tx, await gifts(tx, row, kind, [enCode]))

/** By another name; of one that is not of here what it was given stays known, until it is called that again. */
function renamed(locales: Locales, code: RightCode, input: ChangedCode): RightCode {
  const { given, ...rest } = code
  if (code.isOwn) return { ...rest, fullName: nameOf(input) }
  const original = given ?? code.fullName
  return isNamed(locales, original, input)
    ? { ...rest, fullName: original }
    : { ...rest, fullName: nameOf(input), given: original }
}

function demandVersion({ locales }: MenuWork, row: MenuRow, code: RightCode, version?: number): void {
  const current = versionOf(code)
  if (version === undefined || version === current) return
  const data = { ...wireOf(row, code, 0), ...namesInfo(locales, code.fullName) }
  throw new ApiError(CODE.conflict, '@record.conflict', { data: { version: current, data } })
}

function codeTaken({ text }: CallContext, path: string, code: string, row: MenuRow): ApiError {
  const params = { code, name: text(row.full_name.text) }
  return new ApiError(CODE.badRequest, '@menu.codeTaken', {
    params,
    errors: [{ path, message: text('@menu.codeTaken', params) }],
  })
}
