import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconSync } from '@arco-design/web-react/icon'
import { addViewFields } from '@runtime/design/list/view-fields'
import type { DesignSession } from '@runtime/design/session'
import { asRecord, asWord } from '@runtime/json'
import type { ViewField } from '@runtime/list/data-view'
import { useState } from 'react'
import { useHost } from '../../host'
import { useSession } from '../use-session'

/** Asks the interface of a data view for the members of its rows: those that are new can be columns. */
export function ReadFields({ session }: { readonly session: DesignSession }) {
  const host = useHost()
  useSession(session)
  const [isReading, setReading] = useState(false)
  const id = asWord(asRecord(session.tree.columnData)['interfaceId'] ?? '')
  const read = async () => {
    setReading(true)
    try {
      const { data } = await host.call('dataInterface.fields', { id })
      const { list } = data as { readonly list: readonly ViewField[] }
      const { command, count } = addViewFields(session.tree, list)
      if (command) session.run(command)
      host.toast(
        'success',
        host.text(command ? '@listDesign.fieldsRead' : '@listDesign.noNewFields', { count }),
      )
    } catch (error) {
      host.toast('error', error instanceof Error ? error.message : String(error))
    } finally {
      setReading(false)
    }
  }
  return (
    <Button
      size="small"
      icon={<IconSync />}
      loading={isReading}
      disabled={id === ''}
      onClick={() => void read()}
    >
      {host.text('@listDesign.readFields')}
    </Button>
  )
}
