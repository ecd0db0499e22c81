import { Alert } from '@arco-design/web-react'
import '@arco-design/web-react/es/Alert/style/css.js'
import { useCallback, useState } from 'react'
import { useHost } from '../host'
import { PrintDesk, type PrintDeskProps } from './print-desk'
import { readBatch } from './record-batch'

export interface PrintPreviewProps {
  readonly templateId: string
  readonly recordIds: readonly string[]
  /** The form's name; empty: it has none. */
  readonly formName: string
  readonly onClose: () => void
}

/** Records of a form on the print desk, without those that cannot be printed; what is printed is noted. */
export function PrintPreview({ templateId, recordIds, formName, onClose }: PrintPreviewProps) {
  const host = useHost()
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const load = useCallback<PrintDeskProps['load']>(
    async (signal, onProgress) => {
      const batch = await readBatch(host, { templateId, recordIds }, signal, onProgress)
      setSkipped(batch.skipped)
      return batch.printables
    },
    [host, templateId, recordIds],
  )
  const name = formName === '' ? host.text('@print.document') : formName
  const note = (count: number) => {
    // What is on paper is on paper, whether or not it could be noted.
    host.call('print.log', { printTitle: name, printNum: count, printId: templateId }).catch(() => undefined)
  }
  return (
    <PrintDesk
      load={load}
      fileName={name}
      title={host.text('@print.preview')}
      notice={
        skipped.length > 0 && (
          <Alert
            type="warning"
            content={host.text('@print.skipped', { numbers: skipped.join(host.text('@print.separator')) })}
          />
        )
      }
      onPrinted={note}
      onClose={onClose}
    />
  )
}
