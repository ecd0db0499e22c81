import { useHost } from '@renderers/host'
import type { KnownFields } from '../fields'
import { DRAWINGS, type Drawing, type Place } from '../place'
import { ChoiceControl, NumberControl } from './controls'
import { FieldControl } from './field-control'

type DrawingPlace = Extract<Place, { kind: 'drawing' }>

interface DrawingSettingsProps {
  readonly place: DrawingPlace
  readonly fields: KnownFields
  readonly isOff: boolean
  readonly onChange: (place: DrawingPlace) => void
}

/** What a code or a record's picture shows, and its size. */
export function DrawingSettings({ place, fields, isOff, onChange }: DrawingSettingsProps) {
  const host = useHost()
  return (
    <>
      <ChoiceControl
        label={host.text('@printEditor.drawing')}
        isOff={isOff}
        value={place.drawing}
        options={DRAWINGS.map((value) => ({ value, label: host.text(`@printEditor.${value}`) }))}
        onChange={(drawing) => onChange({ ...place, drawing: drawing as Drawing })}
      />
      <FieldControl
        fields={fields}
        path={place.path}
        isOff={isOff}
        onChange={(path) => onChange({ ...place, path })}
      />
      <NumberControl
        label={host.text(place.drawing === 'barcode' ? '@printEditor.drawnHeight' : '@printEditor.drawnSize')}
        isOff={isOff}
        value={place.size}
        min={10}
        max={2000}
        precision={0}
        unit="px"
        placeholder={host.text('@printEditor.usual')}
        onChange={(size) => onChange({ ...place, size })}
      />
    </>
  )
}
