import { Button, Empty } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import type { ListPart } from '@runtime/design/list/copies'
import { beginList } from '@runtime/design/list/edits'
import type { DesignSession } from '@runtime/design/session'
import type { FormPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import { useHost } from '../../host'

interface BeginningProps {
  readonly session: DesignSession
  readonly form: FormPlan
  readonly part: ListPart
}

/** There is no list yet: it is made of the form, that of phones as a copy of the other. */
export function Beginning({ session, form, part }: BeginningProps) {
  const host = useHost()
  const isCopy = part === 'appColumnData' && isRecord(session.tree.columnData)
  const begin = () => {
    const command = beginList(session.tree, form, part)
    if (command) session.run(command)
  }
  return (
    <div className="loam-list-design-none">
      <Empty
        description={host.text(part === 'appColumnData' ? '@listDesign.noneOnPhone' : '@listDesign.none')}
      />
      <Button type="primary" onClick={begin}>
        {host.text(isCopy ? '@listDesign.beginOnPhone' : '@listDesign.begin')}
      </Button>
    </div>
  )
}
