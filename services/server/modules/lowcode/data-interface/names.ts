import type { Named, NameSource } from '@runtime/widget/named'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { MAX_ROWS } from './rows'
import { interfaceBy, type Runner, runInterface } from './run'
import type { Runners } from './runners'

/**
 * The rows that ids stand for. Parameters taken from a record's own values narrow what may be chosen there; names are
 * looked up among all rows. An interface that is gone, or that the caller may not run, has no names.
 */
export async function namedRows(
  runner: Runner,
  runners: Runners,
  source: Extract<NameSource, { kind: 'interface' }>,
  ids: readonly string[],
  context: CallContext,
): Promise<readonly Named[]> {
  const found = await interfaceBy(runner.db, source.id).catch(goneIsNone)
  if (!found || !(await runners.may(context.user, found))) return []
  const { rows } = await runInterface(
    runner,
    found,
    {
      params: source.params.filter(({ relationField }) => !relationField),
      ids: { member: source.value, values: ids },
      limit: MAX_ROWS,
      lenient: true,
    },
    context,
  )
  return rows.map((row) => ({
    id: String(row[source.value]),
    text: String(row[source.label] ?? row[source.value]),
    data: row,
  }))
}

/** The same the other way round: the values of the rows that are shown by a text, or have it as their value. */
export async function rowsNamed(
  runner: Runner,
  runners: Runners,
  source: Extract<NameSource, { kind: 'interface' }>,
  texts: readonly string[],
  context: CallContext,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const found = await interfaceBy(runner.db, source.id).catch(goneIsNone)
  if (!found || !(await runners.may(context.user, found))) return new Map()
  const params = source.params.filter(({ relationField }) => !relationField)
  const { rows } = await runInterface(runner, found, { params, limit: MAX_ROWS, lenient: true }, context)
  const values = new Map<string, Set<string>>()
  for (const row of rows) {
    const value = String(row[source.value])
    for (const text of new Set([String(row[source.label] ?? value).trim(), value])) {
      const known = values.get(text)
      if (known) known.add(value)
      else values.set(text, new Set([value]))
    }
  }
  return new Map(texts.map((text) => [text, [...(values.get(text) ?? [])]]))
}

function goneIsNone(error: unknown): undefined {
  if (error instanceof ApiError && error.code === CODE.notFound) return undefined
  throw error
}
