import type { FormRecord } from '@runtime/form/plan'
import { CallError } from '@runtime/host'
import type { ListPlan } from '@runtime/list/plan'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSaveKey } from '../../form/keys'
import { useHost } from '../../host'
import { useLastingEffect } from '../../kept-view'
import { useUnsaved } from '../../unsaved'
import { idOf, type Row } from '../source'
import type { RowAccess, StoredRecord } from './access'
import { editable, type RowSession } from './session'

/** Rows that are being edited in place, newest first. */
export interface RowEdits {
  readonly sessions: readonly RowSession[]
  /** Fetches the record as it is stored, with what the list does not show, and opens its row. */
  begin(row: Row): Promise<void>
  /** Opens an empty row at the top. */
  add(): Promise<void>
  /** What somebody else saved while a row was open, and the choice between the two. */
  readonly conflict: RowConflict | null
}

export interface RowConflict {
  readonly session: RowSession
  readonly stored: StoredRecord
  saveMine(): Promise<void>
  close(): void
}

/** @param access null while it is not known yet: until then nothing begins */
export function useRowEdits(access: RowAccess | null, list: ListPlan, onSaved: () => void): RowEdits {
  const host = useHost()
  const [sessions, setSessions] = useState<readonly RowSession[]>([])
  const [met, setMet] = useState<{ readonly id: string; readonly stored: StoredRecord } | null>(null)
  const latest = useRef<readonly RowSession[]>(sessions)
  latest.current = sessions
  const made = useRef(0)

  const end = useCallback((id: string) => {
    latest.current.find((session) => session.id === id)?.store.dispose()
    setSessions((known) => known.filter((session) => session.id !== id))
    setMet((known) => (known?.id === id ? null : known))
  }, [])

  const save = useCallback(
    async (id: string, over: StoredRecord | null = null) => {
      const session = latest.current.find((one) => one.id === id)
      if (!session || !access) return
      const { store, row, version } = session
      store.flush()
      const hidden = store.validate().find(({ path }) => !shownIn(session, list, path))
      if (hidden) {
        const field = access.form.fields.get(hidden.path.split('.')[0] ?? '')
        host.toast('error', `${host.text(field?.label)}：${hidden.message}`)
        return
      }
      const saving = await access.save(store, { row, version, over })
      if (saving.state === 'conflict') {
        // Somebody else saved once more: what was chosen was chosen over what was shown.
        const rebased = over && { ...session, base: over.record }
        if (rebased) setSessions((known) => known.map((one) => (one.id === id ? rebased : one)))
        return setMet({ id, stored: saving.stored })
      }
      if (saving.state === 'open') return focusWrong(id)
      end(id)
      onSaved()
    },
    [host, list, access, end, onSaved],
  )

  const cancel = useCallback(
    async (id: string) => {
      const session = latest.current.find((one) => one.id === id)
      if (!session) return
      const question = {
        text: host.text('@list.discardRow'),
        title: host.text('@view.leaveTitle'),
        danger: true,
      }
      if (!session.store.status.dirty || (await host.confirm(question))) end(id)
    },
    [host, end],
  )

  const open = useCallback(
    async (id: string, row: Row, record: FormRecord, version: number | null) => {
      if (!access) return
      const store = await access.makeStore(version === null ? null : row)
      // Pressed twice, it is opened once.
      if (latest.current.some((session) => session.id === id)) return store.dispose()
      store.load(record, version === null ? 'new' : 'existing')
      const acts = { save: () => void save(id), cancel: () => void cancel(id) }
      setSessions((known) => [
        { id, row, store, base: record, version, ...acts },
        ...known.filter((one) => one.id !== id),
      ])
      focusRow(id)
    },
    [access, save, cancel],
  )

  const begin = useCallback(
    async (row: Row) => {
      const id = idOf(row)
      if (!access || latest.current.some((session) => session.id === id)) return
      try {
        const { record, version } = await access.read(row)
        await open(id, row, record, version)
      } catch (error) {
        host.toast('error', error instanceof CallError ? error.message : host.text('@view.loadFailed'))
      }
    },
    [host, access, open],
  )

  const add = useCallback(() => {
    made.current += 1
    const id = `new-${made.current}`
    return open(id, { id }, access?.start() ?? {}, null)
  }, [access, open])

  useSaveKey(() => {
    for (const session of latest.current) session.save()
  }, sessions.length > 0)
  useUnsaved(() => latest.current.some(({ store }) => store.status.dirty))
  useLastingEffect(null, () => () => {
    for (const { store } of latest.current) store.dispose()
  })

  const conflict = useMemo((): RowConflict | null => {
    const session = met && sessions.find(({ id }) => id === met.id)
    if (!met || !session) return null
    const { id, stored } = met
    return {
      session,
      stored,
      close: () => setMet(null),
      saveMine: () => save(id, stored),
    }
  }, [met, sessions, save])
  return useMemo(() => ({ sessions, begin, add, conflict }), [sessions, begin, add, conflict])
}

/** Whether the message of a field has a cell to stand in. */
function shownIn(session: RowSession, { columns }: ListPlan, path: string): boolean {
  return columns.some((column) => column.path === path) && editable(session, path)
}

/** Frames to wait for a row, and lazy parts of it, to be drawn. */
const PATIENCE = 60

const controlsOf = (id: string, within: string) =>
  `[data-row="${CSS.escape(id)}"] ${within} :is(input:not([disabled]), textarea, [tabindex="0"], button)`

function focusRow(id: string): void {
  focusWhenDrawn(controlsOf(id, '.loam-list-edit'))
}

function focusWrong(id: string): void {
  focusWhenDrawn(controlsOf(id, '.loam-form-field-wrong'))
}

function focusWhenDrawn(selector: string, left = PATIENCE): void {
  requestAnimationFrame(() => {
    const control = document.querySelector<HTMLElement>(selector)
    if (control) control.focus()
    else if (left > 0) focusWhenDrawn(selector, left - 1)
  })
}
