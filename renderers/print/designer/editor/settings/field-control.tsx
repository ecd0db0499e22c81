import { useHost } from '@renderers/host'
import type { KnownFields } from '../fields'
import { fieldAt } from '../fields'
import { ChoiceControl } from './controls'

interface FieldControlProps {
  readonly fields: KnownFields
  readonly path: string
  readonly isOff: boolean
  readonly onChange: (path: string) => void
}

/** The field that a place prints. */
export function FieldControl({ fields, path, isOff, onChange }: FieldControlProps) {
  const host = useHost()
  return (
    <ChoiceControl
      label={host.text('@printEditor.field')}
      isOff={isOff}
      value={fieldAt(fields, path)?.path ?? path}
      options={[...fields.values()].map(({ path: value, label, table }) => ({
        value,
        label: table === null ? label : `${table.label} / ${label}`,
      }))}
      onChange={onChange}
    />
  )
}
