import { CallError, type Host } from '@runtime/host'
import type { ButtonPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { DetailPopup } from '../detail'
import { preloadForm } from '../form'
import { useHost } from '../host'
import { whenIdle } from '../idle'
import { usePageServices } from '../page/services'
import { ListView } from './list-view'
import { loadModel, type Model, modelSource } from './model'
import { ModelForm } from './model-form'
import { FailedPlace, SkeletonRows } from './notices'
import { RecordPopup, TOAST } from './record-popup'
import { idOf, type ListHandle, type Row } from './source'

/** The whole screen of a published model: its list with all that can be done to records, or its form alone. */
export function ModelPage({ modelId, menuId }: { readonly modelId: string; readonly menuId: string }) {
  const host = useHost()
  const [model, setModel] = useState<Model | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    loadModel(modelId, host, leaving.signal).then(
      (loaded) => {
        if (!leaving.signal.aborted) setModel(loaded)
      },
      (problem: unknown) => {
        if (!leaving.signal.aborted) setError(sentence(problem, host))
      },
    )
    return () => leaving.abort()
  }, [modelId, host, round])
  useEffect(() => {
    if (model) whenIdle(preloadForm)
  }, [model])
  if (error !== null) return <FailedPlace message={error} onRetry={() => setRound(round + 1)} />
  if (!model) return <SkeletonRows />
  if (!model.list) return <ModelForm model={model} menuId={menuId} />
  return <ModelList key={model.id} model={model} list={model.list} menuId={menuId} />
}

function sentence(problem: unknown, host: Host): string {
  if (problem instanceof CallError) return problem.message
  return host.text('@view.modelFailed')
}

type Opened = { readonly kind: 'fill' | 'detail'; readonly id: string | null; readonly title: string }

function ModelList({
  model,
  list,
  menuId,
}: {
  readonly model: Model
  readonly list: NonNullable<Model['list']>
  readonly menuId: string
}) {
  const host = useHost()
  const handle = useRef<ListHandle>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const source = useMemo(() => modelSource(model.id, menuId, host), [model.id, menuId, host])
  const permissions = useEnforced(model, menuId)
  const close = useCallback(() => setOpened(null), [])
  const remove = useCallback(
    async (rows: readonly Row[], batch: boolean) => {
      const ids = rows.map(idOf)
      const text = batch
        ? host.text('@view.batchDeleteTip', { count: ids.length })
        : host.text('@view.deleteTip')
      if (!(await host.confirm({ text, title: host.text('@view.deleteTitle'), danger: true }))) return
      try {
        const common = { modelId: model.id, menuId }
        const { msg } = batch
          ? await host.call('onlineDevelopment.batchDelete', { ...common, ids })
          : await host.call('onlineDevelopment.delete', { ...common, id: ids[0] })
        host.toast('success', msg, TOAST)
        handle.current?.clearSelection()
        handle.current?.reload()
      } catch (problem) {
        host.toast('error', sentence(problem, host), TOAST)
      }
    },
    [host, model.id, menuId],
  )
  const press = useCallback(
    (button: ButtonPlan, rows: readonly Row[]) => {
      const [row] = rows
      const title = `${host.text(button.label)} · ${model.title}`
      if (button.value === 'add') return setOpened({ kind: 'fill', id: null, title })
      if (button.value === 'batchRemove') return remove(rows, true)
      if (!row) return undefined
      if (button.value === 'edit') return setOpened({ kind: 'fill', id: idOf(row), title })
      if (button.value === 'detail') return setOpened({ kind: 'detail', id: idOf(row), title })
      if (button.value === 'remove') return remove(rows, false)
      return undefined
    },
    [host, model.title, remove],
  )
  const plan = useMemo(() => ({ ...list, toolbar: known(list.toolbar), row: known(list.row) }), [list])
  return (
    <div className="loam-list-screen">
      <ListView
        plan={plan}
        source={source}
        onButton={press}
        permissions={permissions}
        handle={handle}
        title={model.title}
        storageKey={menuId}
      />
      {opened?.kind === 'fill' && (
        <RecordPopup
          model={model}
          menuId={menuId}
          id={opened.id}
          title={opened.title}
          onClose={close}
          onSaved={() => handle.current?.reload()}
        />
      )}
      {opened?.kind === 'detail' && opened.id !== null && (
        <DetailPopup
          plan={model.form}
          modelId={model.id}
          menuId={menuId}
          id={opened.id}
          title={opened.title}
          permissions={permissions}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Buttons that this screen carries out; what it cannot do yet is not shown. */
const BUTTONS = new Set(['add', 'edit', 'detail', 'remove', 'batchRemove'])
const known = (buttons: readonly ButtonPlan[]) => buttons.filter(({ value }) => BUTTONS.has(value))

/** The person's rights as far as the model switches their kinds on. */
function useEnforced({ list }: Model, menuId: string): Permissions {
  const services = usePageServices()
  return useMemo(() => {
    const all = services.permissions(menuId)
    const on = list?.permissions
    return {
      button: (code) => !on?.buttons || all.button(code),
      column: (path) => !on?.columns || all.column(path.replace('.', '-')),
      form: (path) => !on?.form || all.form(path),
    }
  }, [services, menuId, list])
}
