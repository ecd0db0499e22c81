import type { Printable } from '@runtime/print'
import { useCallback, useState } from 'react'
import { useHost } from '../../host'
import { PrintDesk } from '../print-desk'
import type { PrintField } from './editor'
import { RecordChooser } from './record-chooser'
import { samplePrintable } from './sample'
import type { Design, StoredTemplate } from './stored-template'

interface TrialPrintProps {
  readonly template: StoredTemplate
  /** As it is designed by now, saved or not; the same object while it is shown. */
  readonly design: Design
  readonly fields: readonly PrintField[]
  readonly onClose: () => void
}

/** The template as it comes out: filled with a record that is chosen first, or with a sample. */
export function TrialPrint({ template, design, fields, onClose }: TrialPrintProps) {
  const host = useHost()
  /** Null: a sample; undefined: not chosen yet. */
  const [record, setRecord] = useState<string | null>()
  const { id, fullName } = template
  const load = useCallback(
    async (signal: AbortSignal): Promise<readonly Printable[]> => {
      if (typeof record !== 'string') return [samplePrintable(fields, { fullName, ...design }, host)]
      const { data } = await host.call('print.data', { id, formId: record }, { signal })
      return [{ ...(data as Printable), ...design }]
    },
    [record, fields, fullName, design, host, id],
  )
  if (record === undefined)
    return <RecordChooser modelId={template.modelId} fields={fields} onChoose={setRecord} onClose={onClose} />
  // A record of the model that is put on paper is on record, whichever way it got there.
  const note = (count: number) => {
    const entry = { printTitle: fullName, printNum: count, printId: id }
    host.call('print.log', entry).catch(() => undefined)
  }
  return (
    <PrintDesk
      load={load}
      fileName={fullName}
      title={host.text('@printDesign.previewOf', { name: fullName })}
      {...(record !== null && { onPrinted: note })}
      onClose={onClose}
    />
  )
}
