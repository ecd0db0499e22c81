import { CODE } from '@services/contract/envelope'
import { IMPORT_ROWS } from '@services/contract/limits'
import { sql } from 'kysely'
import { ApiError, type InputError } from '../../../http/errors'
import type { AuditEntry, CallContext, Services, Tx } from '../../../module'
import type { Accompanied } from '../job/accompany'
import { exampleOf } from './example'
import { readImport, tooManyRows } from './file'
import { type ImportHead, type KnownHead, leavesOf, pathOf, wireHeads } from './heads'
import { forgetNoted, importedBefore, importIdOf, noteRows } from './once'
import { ERRORS, type ImportRow, rowsOf } from './rows'
import { keepSheet } from './save'
import { type Lists, templateOf } from './template'

/** What the form of a row says of it: what is wrong, by cell; without a fault what is to be written. */
export interface JudgedRow<V> {
  readonly errors: readonly InputError[]
  readonly value: V | null
}

/** Something that rows are imported into. */
export interface ImportTarget<V = unknown> {
  readonly title: string
  readonly heads: readonly ImportHead[]
  /** How an export of the same heads its columns. */
  readonly known?: readonly KnownHead[]
  /** The names that may be chosen, by the paths of their columns. */
  lists?(): Promise<Lists>
  /** Judges rows by the rules of a save, changing nothing: all at once, so that names are looked up together. */
  judge(rows: readonly ImportRow[]): Promise<readonly JudgedRow<V>[]>
  /** Before the rows of a transaction are written: what they are all written by, and what has to stay as it is until then. */
  begin?(tx: Tx, values: readonly V[]): Promise<void>
  /** Writes one; `context` keeps what the audit is to have. @throws ApiError where a save would be refused */
  write(tx: Tx, value: V, context: CallContext): Promise<void>
}

/** Rows that are committed together. */
const BATCH = 200
/** Rows after which it is said how far an import is. */
const TOLD_EVERY = 20
/** How often a batch is tried that somebody else's writing got in the way of. */
const TRIES = 3

export async function saveTemplate(context: CallContext, services: Services, target: ImportTarget) {
  const { title, heads } = target
  const name = `${title}_${context.text('@transfer.template')}.xlsx`
  const lists = await target.lists?.()
  const example = { values: exampleOf(context, heads, lists), note: context.text('@transfer.exampleNote') }
  return keepSheet(context, services, name, templateOf(title, heads, { lists, example }))
}

/** The rows of a file, judged. */
export async function previewImport(
  context: CallContext,
  services: Services,
  target: ImportTarget,
  fileName: string,
) {
  const sheet = await readImport(context, services, fileName)
  const { heads, known } = target
  const rows = rowsOf(sheet, heads, fileName.split('.')[0] ?? '', {
    ignored: new Set([context.text('@transfer.errorColumn')]),
    ...(known && { known }),
    example: exampleOf(context, heads, await target.lists?.()),
  })
  if (rows.length > IMPORT_ROWS) throw tooManyRows()
  const dataRow = await judgedRows(context, target, rows)
  const fnum = dataRow.filter(({ errors }) => errors.length > 0).length
  return { headerRow: wireHeads(heads), dataRow, fnum }
}

/** Rows as they were sent, with what is wrong with each. */
export async function judgedRows(context: CallContext, target: ImportTarget, rows: readonly ImportRow[]) {
  const judged = await target.judge(rows)
  const faulty = faultsIn(context, target)
  return rows.map((row, index) => faulty(row, judged[index]?.errors ?? []))
}

/**
 * Imports rows, two hundred to a transaction, each by itself: what is refused of one leaves the others. A row that has been imported
 * before is not imported again. Cancelled, it keeps what it has committed.
 */
export async function runImport<V>(
  context: CallContext,
  services: Services,
  target: ImportTarget<V>,
  { list, progressId }: { readonly list: readonly ImportRow[]; readonly progressId?: string | undefined },
) {
  if (list.length === 0) throw new ApiError(CODE.badRequest, '@transfer.empty')
  const title = { text: '@job.importOf', params: { name: target.title } }
  const held = { kind: 'import', title, total: list.length, lost: { text: '@transfer.lost' } }
  return services.jobTable.accompany(context, held, async (written) => {
    const answer = await importRows(context, services, target, { list, progressId }, written)
    const { snum, fnum, isCancelled } = answer
    const params = { imported: snum, refused: fnum }
    const said = { text: fnum > 0 ? '@transfer.told' : '@transfer.toldWhole', params }
    return { answer, said, isCancelled: isCancelled === 1 }
  })
}

async function importRows<V>(
  context: CallContext,
  services: Services,
  target: ImportTarget<V>,
  { list, progressId }: { readonly list: readonly ImportRow[]; readonly progressId: string | undefined },
  written: Accompanied,
) {
  let isCancelled = false
  const cancel = () => {
    isCancelled = true
  }
  written.signal.addEventListener('abort', cancel, { once: true })
  const job = services.jobBoard.begin(context.user.userId, progressId, '@transfer.cancelled', cancel)
  const tell = (text: string, done: number) => {
    if (isCancelled) return
    const params = { done, total: list.length }
    const standing = { sentences: [{ text, params }], done, total: list.length }
    job.report(standing)
    written.tell(standing)
  }
  const faulty = faultsIn(context, target)
  const failed: ReturnType<typeof faulty>[] = []
  const done: string[] = []
  let count = 0
  const isIn = (row: ImportRow) => {
    count += 1
    done.push(importIdOf(row) ?? '')
  }
  const refuse = (row: ImportRow, message: string) =>
    failed.push(faulty(row, [{ path: '', message: context.text(message) }]))
  try {
    tell('@transfer.checking', 0)
    const known = await importedBefore(context, list)
    for (const [row, was] of known) was === 'same' ? isIn(row) : refuse(row, '@transfer.importedBefore')
    const fresh = list.filter((row) => !known.has(row))
    const judged = await target.judge(fresh)
    const good: Good<V>[] = []
    for (const [index, row] of fresh.entries()) {
      const { errors, value } = judged[index] ?? { errors: [], value: null }
      if (errors.length > 0 || value === null) failed.push(faulty(row, errors))
      else good.push({ row, value })
    }
    for (let from = 0; from < good.length; from += BATCH) {
      const batch = good.slice(from, from + BATCH)
      const outcome = await untangled(() =>
        writeBatch(context, target, batch, (at) => {
          if (at % TOLD_EVERY === 0) tell('@transfer.writing', count + at)
          return isCancelled
        }),
      )
      for (const { row, errors } of outcome) {
        if (errors === 'cancelled') refuse(row, '@transfer.notAnyMore')
        else if (errors.length > 0) failed.push(faulty(row, errors))
        else isIn(row)
      }
    }
  } finally {
    job.end()
  }
  return {
    snum: count,
    fnum: failed.length,
    resultType: failed.length > 0 ? 1 : 0,
    failResult: inOrder(list, failed),
    isCancelled: isCancelled ? 1 : 0,
    done: done.filter((id) => id !== ''),
  }
}

/** Rows that were not imported as a file to correct and send again. */
export async function saveExceptions(
  context: CallContext,
  services: Services,
  target: ImportTarget,
  list: readonly ImportRow[],
) {
  if (list.length === 0) throw new ApiError(CODE.badRequest, '@transfer.empty')
  const { title, heads } = target
  const label = context.text('@transfer.errorColumn')
  const of = (row: ImportRow) => (typeof row[ERRORS] === 'string' ? row[ERRORS] : '')
  const name = `${title}_${context.text('@transfer.exceptions')}.xlsx`
  return keepSheet(
    context,
    services,
    name,
    templateOf(title, heads, { rows: list, errors: { label, of }, lists: await target.lists?.() }),
  )
}

interface Good<V> {
  readonly row: ImportRow
  readonly value: V
}

/** What has become of a row: written where there are no errors, or not begun any more. */
interface Outcome {
  readonly row: ImportRow
  readonly errors: readonly InputError[] | 'cancelled'
}

async function writeBatch<V>(
  context: CallContext,
  target: ImportTarget<V>,
  batch: readonly Good<V>[],
  isCancelled: (at: number) => boolean,
): Promise<readonly Outcome[]> {
  return context.db.transaction().execute(async (tx) => {
    const outcomes: Outcome[] = []
    const audited: AuditEntry[] = []
    const before = await noteRows(
      tx,
      context,
      batch.map(({ row }) => row),
    )
    await target.begin?.(
      tx,
      batch.map(({ value }) => value),
    )
    await sql`savepoint import_row`.execute(tx)
    for (const [at, { row, value }] of batch.entries()) {
      const was = before.get(row)
      if (was !== undefined) outcomes.push({ row, errors: was === 'same' ? [] : otherRow(context) })
      else if (isCancelled(at)) outcomes.push({ row, errors: 'cancelled' })
      else outcomes.push({ row, errors: await writeRow(tx, value) })
    }
    await sql`release savepoint import_row`.execute(tx)
    const left = outcomes.filter(({ row, errors }) => errors.length > 0 && !before.has(row))
    await forgetNoted(
      tx,
      context,
      left.map(({ row }) => row),
    )
    if (audited.length > 0) await context.audit(audited, tx)
    return outcomes

    /** What the audit is to have of a row is written with that of all: a row of its own would cost as much as the record. */
    async function writeRow(inside: Tx, value: V): Promise<readonly InputError[]> {
      const own: AuditEntry[] = []
      const noting: CallContext = { ...context, audit: async (entry) => void own.push(...[entry].flat()) }
      try {
        await target.write(inside, value, noting)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        await sql`rollback to savepoint import_row`.execute(inside)
        return errorsOf(context, error)
      }
      await sql`release savepoint import_row; savepoint import_row`.execute(inside)
      audited.push(...own)
      return []
    }
  })
}

const otherRow = ({ text }: CallContext) => [{ path: '', message: text('@transfer.importedBefore') }]

/** Two imports may wait for each other's values: the database ends one of them, which is tried again. */
async function untangled<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const isTangled = (error as { readonly code?: unknown }).code === '40P01'
      if (!isTangled || tries === TRIES) throw error
    }
  }
}

function errorsOf({ text }: CallContext, { errors, text: message, params }: ApiError): readonly InputError[] {
  return errors && errors.length > 0 ? errors : [{ path: '', message: text(message, params) }]
}

/** Makes rows with what is wrong with them: by cell, and as one sentence. */
function faultsIn({ text }: CallContext, { heads }: ImportTarget) {
  const labels = new Map(leavesOf(heads).map((leaf) => [pathOf(leaf), leaf.label]))
  const sentence = ({ path, message }: InputError): string => {
    const label = labels.get(path.replace(/\.\d+\./, '.'))
    const shown = label === undefined || message.includes(label) ? message : `${label}：${message}`
    const line = /\.(\d+)\./.exec(path)?.[1]
    return line === undefined ? shown : text('@transfer.inRow', { row: Number(line) + 1, message: shown })
  }
  return ({ errors: _, [ERRORS]: _info, ...row }: ImportRow, errors: readonly InputError[]) => ({
    ...row,
    errors: [...errors],
    [ERRORS]: errors.map(sentence).join('；'),
  })
}

/** The rows that are not in, in the order in which they were sent. */
function inOrder<T extends Readonly<Record<string, unknown>>>(
  list: readonly ImportRow[],
  failed: readonly T[],
): T[] {
  const at = new Map(list.map((row, index) => [importIdOf(row) ?? row, index]))
  return failed.toSorted(
    (one, other) => (at.get(importIdOf(one) ?? one) ?? 0) - (at.get(importIdOf(other) ?? other) ?? 0),
  )
}
