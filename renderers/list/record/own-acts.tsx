import { filledText } from '@runtime/document/filled-text'
import type { ButtonPlan } from '@runtime/list/plan'
import { useCallback, useState } from 'react'
import { useHost } from '../../host'
import { Icon } from '../../icon'
import { type CustomForm, runCustom } from '../custom-acts'
import { RecordPopup } from '../record-popup'
import { busyKey, shownButtons } from '../row-buttons'
import { rowScope, useListScope } from '../scope'
import type { Row } from '../source'
import { told } from '../told'
import { useActs } from '../use-acts'
import type { RecordAct, RecordActsUse } from './record-act'

const NO_ROW: Row = {}

/** The row buttons of the model's own, as acts of a record that is read; with the conditions and rights of the list. */
export function useOwnActs({ model, menuId, id, reading, ids, onChanged }: RecordActsUse) {
  const host = useHost()
  const scope = useListScope()
  const [form, setForm] = useState<CustomForm | null>(null)
  const { record, permissions } = reading
  const row = record ? { ...record, id } : NO_ROW
  const names = rowScope(row, scope)
  const press = useCallback(
    ({ custom, text }: ButtonPlan, [pressed]: readonly Row[]) => {
      if (!custom || !pressed) return undefined
      const label = filledText(host, text, rowScope(pressed, scope))
      const run = async () => {
        const place = { modelId: model.id, menuId, id }
        const index = ids.indexOf(id)
        const opens = await runCustom({
          ...{ act: custom, label, row: pressed, index, place, host },
          refresh: onChanged,
        })
        if (opens) setForm({ ...opens, title: opens.title || `${label} · ${model.title}` })
      }
      return told(host, run())
    },
    [host, scope, model, menuId, id, ids, onChanged],
  )
  const { busy, run } = useActs(press)
  const isOffered = ({ custom, code }: ButtonPlan) => custom !== undefined && permissions.button(code)
  const buttons = record ? shownButtons((model.list?.row ?? []).filter(isOffered), names) : []
  const acts = buttons.map(
    (button): RecordAct => ({
      key: button.key,
      text: filledText(host, button.text, names),
      icon: button.icon && <Icon name={button.icon} />,
      danger: button.danger ?? false,
      disabled: busy.has(busyKey(button, row)) || (button.disabled?.holds(names) ?? false),
      isOwn: true,
      run: () => run(button, [row], row),
    }),
  )
  const opened = form && (
    <RecordPopup {...form} id={null} menuId={menuId} onClose={() => setForm(null)} onSaved={onChanged} />
  )
  return { acts, opened }
}
