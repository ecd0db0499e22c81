import { Button, Checkbox, Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Checkbox/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import { type FormEvent, useId, useState } from 'react'
import { useHost } from '../../host'
import { useViewCall } from './use-view-call'
import type { Views } from './use-views'
import type { ViewContent } from './view-content'

/** Saves what is set of the list now as a view of its own, and shows the list by it. */
export function SaveView({
  views,
  now,
  onSaved,
}: {
  readonly views: Views
  readonly now: ViewContent
  readonly onSaved: () => void
}) {
  const host = useHost()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [isDefault, setDefault] = useState(false)
  const { run, fault, forget, isBusy } = useViewCall()
  const faultId = useId()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await run('listView.create', {
      ...{ ...views.place, fullName: name.trim(), content: now },
      ...{ isShared: isShared ? 1 : 0, isDefault: isDefault ? 1 : 0 },
    })
    if (!answer) return
    const { id } = answer.data as { readonly id: string }
    views.choose({ id, content: now })
    onSaved()
  }
  return (
    <form className="loam-views-save" onSubmit={save} aria-label={host.text('@listView.saveAs')}>
      <h3 className="loam-views-title">{host.text('@listView.saveAs')}</h3>
      <p className="loam-views-hint">{host.text('@listView.hint')}</p>
      <Input
        value={name}
        maxLength={50}
        status={fault === null ? undefined : 'error'}
        aria-label={host.text('@listView.name')}
        aria-invalid={fault !== null}
        aria-describedby={faultId}
        placeholder={host.text('@listView.namePlaceholder')}
        onChange={(value) => {
          setName(value)
          forget()
        }}
      />
      <p id={faultId} className="loam-views-fault" role="alert">
        {fault}
      </p>
      <Checkbox checked={isDefault} onChange={setDefault}>
        {host.text('@listView.setDefault')}
      </Checkbox>
      {views.mayShare && (
        <Checkbox checked={isShared} onChange={setShared}>
          {host.text('@listView.shareThis')}
        </Checkbox>
      )}
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={name.trim() === ''}>
        {host.text('@listView.save')}
      </Button>
    </form>
  )
}
