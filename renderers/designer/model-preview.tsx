import { Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tabs/style/css.js'
import { compileFormData } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { compileColumnData } from '@runtime/list'
import type { ListPlan } from '@runtime/list/plan'
import { catalogue } from '@widgets/definitions'
import { type ReactNode, useMemo, useRef } from 'react'
import { repairTabs, useAriaRepair } from '../aria-repair'
import { FormView, useFormStore } from '../form'
import { HostProvider, useHost } from '../host'
import { type ListSource, ListView, type Row } from '../list'
import { ErrorNote } from '../page/error-note'
import { SAMPLE_ROWS } from './live-document'
import { previewHost } from './preview-host'

interface ModelPreviewProps {
  readonly title: string
  readonly formData: string
  /** Empty: the model is a form alone. */
  readonly columnData: string
  /** What its form begins with; it takes another in place. */
  readonly record?: FormRecord
  /** What stands below the form. */
  readonly below?: (store: FormStore) => ReactNode
}

/** A model's form to be tried and its list over rows of samples; nothing of it is sent. */
export function ModelPreview({ title, formData, columnData, record = BLANK, below }: ModelPreviewProps) {
  const host = useHost()
  const found = useMemo(() => plansOf(title, formData, columnData, host), [title, formData, columnData, host])
  const preview = useMemo(
    () => previewHost(host, { columns: 'list' in found ? found.list?.columns : [] }),
    [host, found],
  )
  return 'broken' in found ? (
    <ErrorNote message={found.broken} />
  ) : (
    <HostProvider host={preview}>
      <Panes key={formData} title={title} record={record} below={below} {...found} />
    </HostProvider>
  )
}

/** A model's form alone, as it is drawn for a new record. */
export function FormPreview({ title, formData }: Pick<ModelPreviewProps, 'title' | 'formData'>) {
  const host = useHost()
  const found = useMemo(() => plansOf(title, formData, '', host), [title, formData, host])
  const preview = useMemo(() => previewHost(host, { columns: [] }), [host])
  return 'broken' in found ? (
    <ErrorNote message={found.broken} />
  ) : (
    <HostProvider host={preview}>
      <TriedForm key={formData} plan={found.form} record={BLANK} below={undefined} />
    </HostProvider>
  )
}

interface PanesProps extends Plans, Pick<ModelPreviewProps, 'title'> {
  readonly record: FormRecord
  readonly below: ModelPreviewProps['below']
}

function Panes({ title, form, list, record, below }: PanesProps) {
  const host = useHost()
  const place = useRef<HTMLElement>(null)
  useAriaRepair(place, repairTabs)
  return (
    <section ref={place} aria-label={title}>
      <Tabs>
        <Tabs.TabPane key="form" title={host.text('@page.modelForm')}>
          <TriedForm plan={form} record={record} below={below} />
        </Tabs.TabPane>
        {list && (
          <Tabs.TabPane key="list" title={host.text('@page.modelList')}>
            <ListView
              plan={list}
              source={SAMPLES}
              onButton={() => host.toast('info', host.text('@gallery.notSent'))}
            />
          </Tabs.TabPane>
        )}
      </Tabs>
    </section>
  )
}

const BLANK: FormRecord = {}

interface TriedFormProps extends Pick<PanesProps, 'record' | 'below'> {
  readonly plan: FormPlan
}

function TriedForm({ plan, record, below }: TriedFormProps) {
  const store = useFormStore(plan, record, 'new')
  return (
    <>
      <FormView store={store} />
      {below?.(store)}
    </>
  )
}

/** Rows that say by their column's name where its values will stand. */
const SAMPLES: ListSource = {
  dataQuery: () => ({ call: SAMPLE_ROWS, input: {} }),
  page(data) {
    const { list } = data as { readonly list: readonly Row[] }
    return { rows: list, total: list.length, capped: false }
  },
}

interface Plans {
  readonly form: FormPlan
  readonly list: ListPlan | null
}
type Found = Plans | { readonly broken: string }

/** What is not sound is said as the server says it, above; here it leaves the place of the model empty. */
function plansOf(title: string, formData: string, columnData: string, host: Host): Found {
  try {
    const form = compileFormData(formData, { id: 'preview', catalogue, title })
    return { form, list: columnData === '' ? null : compileColumnData(columnData, form, { id: 'preview' }) }
  } catch {
    return { broken: host.text('@page.modelBroken') }
  }
}
