import { Button, Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tabs/style/css.js'
import { repairTabs, useAriaRepair } from '@renderers/aria-repair'
import { useQuery } from '@renderers/data'
import { FormView, useFormStore } from '@renderers/form'
import { useHost } from '@renderers/host'
import { ListView } from '@renderers/list'
import type { ListSource } from '@renderers/list/source'
import { SearchedSelect } from '@renderers/searched-select'
import { compileFormData } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import { compileColumnData } from '@runtime/list'
import type { CallAnswer } from '@services/client'
import { catalogue } from '@widgets/registry'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { Fetched, RouteFrame, RouteState } from './frame'

type Draft = CallAnswer<'visualDevelopment.info'>['data']

/** A model that is a form alone. */
const FORM_ALONE = '1'

/** `/previewModel?id=`: the draft of a model as it would be; nothing that is done here is kept. */
export function PreviewModel() {
  const translate = useTranslate()
  const [query, setQuery] = useSearchParams()
  const id = query.get('id') ?? query.get('modelId') ?? ''
  const models = useQuery({ call: 'visualDevelopment.all' })
  const draft = useQuery(id === '' ? null : { call: 'visualDevelopment.info', input: { id } })
  return (
    <RouteFrame
      title={
        draft.data
          ? translate('@places.previewOf', { name: draft.data.fullName })
          : translate('@places.preview')
      }
      acts={
        <SearchedSelect
          className="loam-route-search"
          placeholder={translate('@places.chooseModel')}
          aria-label={translate('@places.chooseModel')}
          {...(id !== '' && { value: id })}
          options={(models.data?.list ?? []).map(({ id: value, fullName: label }) => ({ value, label }))}
          onChange={(next: string) => setQuery({ id: next }, { replace: true })}
        />
      }
    >
      {id === '' ? (
        models.error !== null ? (
          <Fetched answer={models}>{() => null}</Fetched>
        ) : (
          <RouteState
            icon="Eye"
            title={translate('@places.preview')}
            text={translate('@places.previewText')}
          />
        )
      ) : (
        <Fetched answer={draft}>
          {(model) => <DraftPreview key={`${id}/${model.draftVersion}`} model={model} />}
        </Fetched>
      )}
    </RouteFrame>
  )
}

function DraftPreview({ model }: { readonly model: Draft }) {
  const translate = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTabs)
  const plans = useMemo(() => plansOf(model), [model])
  if (!plans)
    return (
      <RouteState
        icon="InfoCircle"
        title={translate('@places.badDraft')}
        text={translate('@places.badDraftText')}
      />
    )
  const { form, list } = plans
  return (
    <>
      <p role="note" className="loam-route-note">
        {translate('@places.previewNote')}
      </p>
      <div ref={place}>
        <Tabs defaultActiveTab="form" lazyload>
          <Tabs.TabPane key="form" title={translate('@places.form')}>
            <FormPreview plan={form} />
          </Tabs.TabPane>
          {list && (
            <Tabs.TabPane key="list" title={translate('@places.list')}>
              <ListPreview plan={list} />
            </Tabs.TabPane>
          )}
        </Tabs>
      </div>
    </>
  )
}

function plansOf(model: Draft) {
  try {
    const { id, fullName, formData, columnData, webType } = model
    const form = compileFormData(formData, { id, catalogue, title: fullName })
    const list = webType === FORM_ALONE || !columnData ? null : compileColumnData(columnData, form, { id })
    return { form, list }
  } catch {
    // A draft may be half written; the development pages say what is wrong with it.
    return null
  }
}

function FormPreview({ plan }: { readonly plan: FormPlan }) {
  const [blank] = useState<FormRecord>({})
  const store = useFormStore(plan, blank, 'new')
  const host = useHost()
  const { print } = plan.layout.buttons
  return (
    <div className="loam-route-card">
      <FormView store={store} />
      {print !== undefined && (
        <Button onClick={() => host.toast('warning', host.text('@print.notInPreview'))}>
          {host.text(print)}
        </Button>
      )}
    </div>
  )
}

/** The list reads no records: those that there are were written under another version. */
const NO_RECORDS: ListSource = {
  dataQuery: () => null,
  page: () => ({ rows: [], total: 0 }),
  children: async () => [],
}

function ListPreview({ plan }: { readonly plan: NonNullable<ReturnType<typeof plansOf>>['list'] & object }) {
  const host = useHost()
  return (
    <div className="loam-route-list">
      <ListView
        plan={plan}
        source={NO_RECORDS}
        storageKey={`preview_${plan.id}`}
        onButton={() => host.toast('info', host.text('@places.previewNote'))}
      />
    </div>
  )
}
