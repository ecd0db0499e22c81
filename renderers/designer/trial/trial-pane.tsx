import type { TrialMemory } from '@runtime/design/trial/memory'
import { TrialRecords } from '@runtime/design/trial/records'
import type { Host } from '@runtime/host'
import { useMemo } from 'react'
import { HostProvider } from '../../host'
import { ModelForm } from '../../list/model-form'
import { ModelList } from '../../list/model-list'
import { PageAddressProvider } from '../../page/address'
import { ErrorNote } from '../../page/error-note'
import { PageServicesProvider, UNCHECKED_SERVICES } from '../../page/services'
import { trialHost } from './trial-host'
import { type TrialDraft, trialModel } from './trial-model'

export type TrialView = 'form' | 'list'

/** What is tried: a draft, the records it is tried with, and which side of it is seen. */
export interface TrialShown {
  readonly draft: TrialDraft
  readonly memory: TrialMemory
  readonly view: TrialView
}

/** A draft's form or list at work on the records of the page; `host` is that of the product around. */
export function TrialPane({ draft, memory, view, host }: TrialShown & { readonly host: Host }) {
  const tried = useMemo(() => {
    const model = trialModel(draft)
    if (!model) return null
    const records = new TrialRecords(model.form, model.list, memory)
    return { model, host: trialHost(host, { draft, model, records }) }
  }, [draft, memory, host])
  const { model } = tried ?? {}
  return (
    <HostProvider host={tried?.host ?? host}>
      <PageServicesProvider value={UNCHECKED_SERVICES}>
        {/* The address is that of the page around. */}
        <PageAddressProvider value={null}>
          {!model && <ErrorNote message={host.text('@places.badDraftText')} />}
          {model &&
            (view === 'list' && model.list ? (
              <ModelList model={model} list={model.list} menuId="" />
            ) : (
              <ModelForm model={model} menuId="" />
            ))}
        </PageAddressProvider>
      </PageServicesProvider>
    </HostProvider>
  )
}
