import type { FieldProps } from '@rjsf/utils'
import { isRecord } from '@runtime/json'
import { useHost } from '../../../host'
import { useChoices } from './choices'
import { useRowSource } from './chosen'
import { Choice, Labelled, placeOf } from './frame'
import { Rows } from './rows'
import { TranslatedBox } from './translated'

type Column = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Columns of a list of rows: the member, and what stands above it. */
export function ColumnsEditor(props: FieldProps) {
  const place = placeOf(props)
  const host = useHost()
  const known = useChoices(useRowSource(props))
  const rows = (Array.isArray(props.formData) ? props.formData : []).filter(isRecord) as readonly Column[]
  return (
    <Labelled place={place}>
      <Rows
        id={place.id}
        label={place.label}
        rows={rows}
        made={(): Column => ({ value: '', label: '' })}
        onChange={place.set}
      >
        {(row, set, index) => (
          <>
            <Choice
              place={{
                field: {
                  id: `${place.id}_${index}`,
                  label: `${host.text('@design.editor.value')} ${index + 1}`,
                },
              }}
              options={known?.length ? known : null}
              value={row['value']}
              onChange={(value) => {
                const found = known?.find((one) => one.value === value)
                const label = text(row['label']) || text(found?.label)
                set({ ...row, value: value ?? '', label })
              }}
            />
            <TranslatedBox
              label={`${host.text('@design.editor.label')} ${index + 1}`}
              text={text(row['label'])}
              onChange={(label) => set({ ...row, label })}
            />
          </>
        )}
      </Rows>
    </Labelled>
  )
}
