import { filledText } from '@runtime/document/filled-text'
import type { FormRecord } from '@runtime/form/plan'
import type { ButtonPlan, CustomAct, ListPlan, ParentPlan } from '@runtime/list/plan'
import type { WaitingSave } from '@runtime/save/saves'
import { BATCH_LIMIT, PRINT_BATCH } from '@services/client'
import { PHONE, useMedia } from '@widgets/shared/dialog/use-media'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../host'
import { withBatchEdit } from './batch-edit/button'
import { BatchEdit } from './batch-edit/lazy'
import { runCustom } from './custom-acts'
import { modelAccess } from './inline/model-access'
import { useRowEdits } from './inline/use-row-edits'
import { ListView } from './list-view'
import { type Model, modelSource } from './model'
import { keepOrder } from './record-order'
import { readRecord, TOAST } from './record-reading'
import { useListScope } from './scope'
import { idOf, type ListHandle, type Row } from './source'
import { told } from './told'
import { useEnforced } from './use-enforced'
import { readingOf, usePane } from './use-pane'
import { WaitingPlace } from './waiting/lazy'

const ConflictPopup = lazy(async () => (await import('./inline/conflict-popup')).ConflictPopup)
const DetailPopup = lazy(async () => (await import('../detail/detail-popup')).DetailPopup)
const Export = lazy(async () => (await import('./export/export')).Export)
const RecordPopup = lazy(async () => (await import('./record-popup')).RecordPopup)
const RecordPrint = lazy(async () => (await import('../print/record-print')).RecordPrint)

interface Place {
  readonly model: Model
  readonly list: ListPlan
  readonly menuId: string
  /** The address of the list, below which records have theirs; absent: they have none. */
  readonly path?: string | undefined
  /** Called back when the form for a new record has been opened; absent: it is not to be. */
  readonly fills?: (() => void) | undefined
}

/** A form to fill (also another model's) or a record to read, in its popup. */
type Opened =
  | {
      readonly kind: 'fill'
      readonly model: Model
      readonly id: string | null
      readonly start: FormRecord
      readonly title: string
      readonly again?: WaitingSave
    }
  | { readonly kind: 'detail'; readonly id: string; readonly title: string }
  | { readonly kind: 'print'; readonly ids: readonly string[] }
  | { readonly kind: 'batch'; readonly rows: readonly Row[] }
  | { readonly kind: 'export'; readonly of: ListHandle }

/** The list of a published model with all that can be done to its records. */
export function ModelList(given: Place) {
  const { model, menuId, path, fills } = given
  const host = useHost()
  const permissions = useEnforced(given.list, menuId)
  const list = useMemo(
    () => withBatchEdit(given.list, model.form, permissions),
    [given.list, model.form, permissions],
  )
  const place = { ...given, list }
  const handle = useRef<ListHandle>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const source = useMemo(() => modelSource(model.id, menuId, list, host), [model.id, menuId, list, host])
  const close = useCallback(() => setOpened(null), [])
  const reload = useCallback(() => handle.current?.reload(), [])
  const access = useMemo(
    () => modelAccess(model, menuId, host, permissions),
    [model, menuId, host, permissions],
  )
  const edits = useRowEdits(access, list, reload)
  const views = useMemo(() => (menuId === '' ? null : { menu: menuId, list: 'records' }), [menuId])
  const openPage = (below: string, id: string) => {
    keepOrder(menuId, handle.current?.ids ?? [])
    host.navigate(`${below}/${encodeURIComponent(id)}`)
  }
  const press = usePress(place, { open: setOpened, handle, edits })
  const reading = readingOf(list, permissions.button)
  const onPopup = useCallback((row: Row) => void (reading && press(reading, [row])), [press, reading])
  const openAgain = useCallback(
    (again: WaitingSave) =>
      setOpened({ kind: 'fill', model, id: again.recordId, start: {}, title: model.title, again }),
    [model],
  )
  useEffect(() => {
    if (!fills) return
    fills()
    const add = list.toolbar.find(({ value, code }) => value === 'add' && permissions.button(code))
    if (add) setOpened({ kind: 'fill', model, id: null, start: {}, title: model.title })
  }, [fills, list, permissions, model])
  const pane = usePane({ model, menuId, path, handle, onPopup })
  const { onOpen } = pane.acts
  // A record is read in one place, however it is asked for.
  const onButton = useCallback(
    (button: ButtonPlan, rows: readonly Row[]) =>
      button.key === reading?.key && rows[0] ? onOpen(rows[0]) : press(button, rows),
    [reading, onOpen, press],
  )
  return (
    <div
      ref={pane.screen}
      className="loam-list-screen"
      data-pane={pane.pane ? '' : undefined}
      {...pane.events}
    >
      <ListView
        plan={list}
        source={source}
        onButton={onButton}
        {...(reading && pane.acts)}
        opened={pane.opened}
        permissions={permissions}
        handle={handle}
        title={model.title}
        whole={path !== undefined}
        storageKey={menuId === '' ? list.id : menuId}
        columnsKey={menuId === '' ? undefined : menuId}
        addressed={path !== undefined}
        views={views}
        sessions={edits.sessions}
        above={<WaitingPlace modelId={model.id} onOpen={openAgain} onSent={reload} />}
      />
      {pane.pane}
      <LazyFallback shown={null}>
        {edits.conflict && <ConflictPopup conflict={edits.conflict} />}
        {opened?.kind === 'fill' && (
          <RecordPopup {...opened} menuId={menuId} onClose={close} onSaved={reload} />
        )}
        {opened?.kind === 'print' && (
          <RecordPrint
            templateIds={list.printIds}
            recordIds={opened.ids}
            formName={model.title}
            onClose={close}
          />
        )}
        {opened?.kind === 'batch' && (
          <BatchEdit
            {...{ model, list, menuId, permissions }}
            rows={opened.rows}
            onClose={close}
            onChanged={() => {
              handle.current?.clearSelection()
              reload()
            }}
          />
        )}
        {opened?.kind === 'export' && (
          <Export {...{ model, list, menuId, permissions }} of={opened.of} onClose={close} />
        )}
        {opened?.kind === 'detail' && (
          <DetailPopup
            {...opened}
            plan={model.form}
            modelId={model.id}
            menuId={menuId}
            permissions={permissions}
            onClose={close}
            onPage={path === undefined ? undefined : () => openPage(path, opened.id)}
          />
        )}
      </LazyFallback>
    </div>
  )
}

interface Means {
  readonly open: (opened: Opened) => void
  readonly handle: { readonly current: ListHandle | null }
  readonly edits: ReturnType<typeof useRowEdits>
}

/** What each button does. A phone has no room to edit in a row: there a form opens. */
function usePress({ model, list, menuId }: Place, { open, handle, edits }: Means) {
  const host = useHost()
  const scope = useListScope()
  const inPlace = !useMedia(PHONE) && list.kind === 'inline'
  const { begin, add } = edits
  return useCallback(
    (button: ButtonPlan, rows: readonly Row[]) => {
      const [row] = rows
      const title = `${filledText(host, button.text, scope)} · ${model.title}`
      const fill = (id: string | null, start: FormRecord = {}) =>
        open({ kind: 'fill', model, id, start, title })
      const on = (id: string) => ({ modelId: model.id, menuId, id })
      if (button.value === 'add') return inPlace ? add() : fill(null)
      if (button.value === 'batchRemove') return removeRows(rows, true)
      if (button.value === 'batchPrint') return printRows(rows)
      if (button.value === 'batchEdit') return editRows(rows)
      if (button.value === 'download') return handle.current && open({ kind: 'export', of: handle.current })
      if (button.value === 'upload') return told(host, importRecords())
      if (!row) return undefined
      const id = idOf(row)
      if (button.custom) return told(host, runOwn(button.custom, row))
      switch (button.value) {
        case 'edit':
          return inPlace ? begin(row) : fill(id)
        case 'detail':
          return open({ kind: 'detail', id, title })
        case 'remove':
          return removeRows(rows, false)
        case 'addChild':
          return (
            list.parents &&
            told(
              host,
              startBelow(list.parents, row).then((start) => fill(null, start)),
            )
          )
        default:
          return undefined
      }

      async function importRecords(): Promise<void> {
        const flow = model.hasFlow && { flowOf: model.id }
        const asked = { area: 'onlineDevelopment', with: { modelId: model.id, menuId }, title: model.title }
        if (await host.importRows?.({ ...asked, ...flow })) handle.current?.reload()
      }

      function printRows(chosen: readonly Row[]): void {
        if (chosen.length <= PRINT_BATCH) open({ kind: 'print', ids: chosen.map(idOf) })
        else host.toast('warning', host.text('@view.printAtMost', { count: PRINT_BATCH }), TOAST)
      }

      function editRows(chosen: readonly Row[]): void {
        if (chosen.length <= BATCH_LIMIT) open({ kind: 'batch', rows: chosen })
        else host.toast('warning', host.text('@view.batchAtMost', { count: BATCH_LIMIT }), TOAST)
      }

      async function startBelow({ field, key }: ParentPlan, parent: Row): Promise<FormRecord> {
        if (key === null) return { [field]: idOf(parent) }
        const { record } = await readRecord(host, on(idOf(parent)))
        return { [field]: record[key] ?? null }
      }

      async function runOwn(act: CustomAct, pressed: Row): Promise<void> {
        const index = handle.current?.indexOf(id) ?? -1
        const refresh = () => handle.current?.reload()
        const label = filledText(host, button.text, scope)
        const form = await runCustom({ act, label, row: pressed, index, place: on(id), host, refresh })
        if (form) open({ kind: 'fill', id: null, ...form, title: form.title || title })
      }

      function removeRows(chosen: readonly Row[], batch: boolean): Promise<void> {
        const done = () => {
          handle.current?.clearSelection()
          handle.current?.reload()
        }
        const remove = async () => {
          const { removeRecords } = await import('./record-removing')
          return removeRecords({ modelId: model.id, menuId, list, host, done }, chosen, batch)
        }
        return told(host, remove())
      }
    },
    [host, model, list, menuId, inPlace, begin, add, open, handle, scope],
  )
}
