import type { ListPart } from '@runtime/design/list/copies'
import { listIn } from '@runtime/design/list/entries'
import {
  designedRows,
  questionOf,
  type ReleasedField,
  releasedFields,
  unreleasedColumns,
} from '@runtime/design/list/released'
import type { DesignSession } from '@runtime/design/session'
import type { FormPlan } from '@runtime/form/plan'
import { groupRows } from '@runtime/list/group'
import type { ListPlan } from '@runtime/list/plan'
import { useEffect, useMemo, useState } from 'react'
import { useHost } from '../../host'
import { modelSource, type Row, recordsIn } from '../../list'
import { type Released, readReleased } from './read-released'

/** As many rows as a screen shows. */
const ROWS = 20

/** The model whose list is designed, where it is kept. */
export interface KeptModel {
  readonly id: string
  /** It has been released: its records can be read. */
  readonly isReleased: boolean
}

/** Rows of the released model as the list under design shows them. */
export interface RealRows {
  readonly state: 'none' | 'reading' | 'real'
  /** Absent: samples are shown. */
  readonly rows: readonly Row[] | undefined
  /** Labels of columns that have no values before the next release. */
  readonly unreleased: readonly string[]
  /** The permanent filter could not be asked for: the rows are not filtered by it. */
  readonly isUnfiltered: boolean
}

interface Answer {
  readonly released: Released
  readonly rows: readonly Row[]
  readonly isUnfiltered: boolean
}

interface Place {
  readonly session: DesignSession
  readonly form: FormPlan
  readonly part: ListPart
  /** Null: there is no list to be shown. */
  readonly plan: ListPlan | null
}

/**
 * The first records of the released model that the person may read, by the order and the permanent filter of the list under
 * design. None where there are none, or they cannot be had.
 * @param round another one asks again
 */
export function useRealRows(
  { session, form, part, plan }: Place,
  model: KeptModel | undefined,
  round: number,
): RealRows {
  const host = useHost()
  const { tree, widgets } = session
  const [released, setReleased] = useState<Released | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isReading, setReading] = useState(false)
  const id = model && (model.isReleased || round > 0) ? model.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when asked for.
  useEffect(() => {
    if (id === undefined) return
    const leaving = new AbortController()
    setReading(true)
    readReleased(id, host, leaving.signal)
      .catch(() => null)
      .then((found) => {
        if (leaving.signal.aborted) return
        setReleased(found)
        if (found) return
        setAnswer(null)
        setReading(false)
      })
    return () => leaving.abort()
  }, [id, host, round])
  const fields = useMemo(
    () => (released ? releasedFields(released.formData, tree.formData, widgets.catalogue) : []),
    [released, tree.formData, widgets],
  )
  const question = released && plan && questionOf(listIn(tree, part), plan, fields, released.model.form)
  const asked = question && JSON.stringify(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is known by its text.
  useEffect(() => {
    if (!released || !question) return
    const leaving = new AbortController()
    const source = modelSource(released.model.id, '', released.list, host)
    const { isUnfiltered, ...by } = question
    const query = source.dataQuery({ currentPage: 1, pageSize: ROWS, search: {}, ...by })
    setReading(true)
    Promise.resolve(query && host.call(query.call, query.input, { signal: leaving.signal }))
      .then((result) => result && source.page(result.data).rows)
      .catch(() => null)
      .then((rows) => {
        if (leaving.signal.aborted) return
        setAnswer(rows ? { released, rows: recordsIn(rows).slice(0, ROWS), isUnfiltered } : null)
        setReading(false)
      })
    return () => leaving.abort()
  }, [released, asked, host])
  return useMemo(() => {
    if (!answer || answer.rows.length === 0 || !plan)
      return { ...NONE, state: isReading ? 'reading' : 'none' }
    const { released: of, isUnfiltered } = answer
    const rows = shownRows(answer, fields, form, plan)
    const unreleased = new Set(unreleasedColumns(plan, fields, of.list))
    const labels = plan.columns.filter(({ path }) => unreleased.has(path))
    return { state: 'real', rows, isUnfiltered, unreleased: labels.map(({ label }) => host.text(label)) }
  }, [answer, isReading, fields, form, plan, host])
}

const NONE = { rows: undefined, unreleased: [], isUnfiltered: false } as const

function shownRows(
  { released, rows }: Answer,
  fields: readonly ReleasedField[],
  designed: FormPlan,
  { group }: ListPlan,
): readonly Row[] {
  const named = designedRows(rows, fields, { released: released.model.form, designed })
  return group ? groupRows(named, group.path) : named
}
