import { useHost } from '@renderers/host'
import { fieldAt, isNumber, type KnownFields } from '../fields'
import { AGGREGATES, type Aggregate, type Format, type Place, partsOf } from '../place'
import { ChoiceControl, NumberControl, TextControl } from './controls'
import { FieldControl } from './field-control'

type ValuePlace = Extract<Place, { kind: 'value' }>

interface ValueSettingsProps {
  readonly place: ValuePlace
  readonly fields: KnownFields
  readonly isOff: boolean
  readonly onChange: (place: ValuePlace) => void
}

const PATTERNS = [
  ...[
    'yyyy-MM-dd',
    'yyyy-MM-dd HH:mm',
    'yyyy-MM-dd HH:mm:ss',
    'yyyy年MM月dd日',
    'yyyy/MM/dd',
    'MM-dd',
    'HH:mm',
  ],
]
const DATES = /date|time/i
const CHOICES = /select|radio|checkbox|dictionary|cascader/i

/** Which field a place prints, what of a sub-table's lines, and in which form. */
export function ValueSettings({ place, fields, isOff, onChange }: ValueSettingsProps) {
  const host = useHost()
  const { format, path, aggregate } = place
  const setFormat = (next: Format) => onChange({ ...place, format: next })
  const forms = formsFor(fieldAt(fields, path)?.jnpfKey, aggregate)
  const shown = forms.includes(format.as) ? forms : [...forms, format.as]
  const changePath = (next: string) =>
    onChange({ ...place, path: next, ...(partsOf(next).column === null && { aggregate: null }) })
  return (
    <>
      <FieldControl fields={fields} path={path} isOff={isOff} onChange={changePath} />
      {partsOf(path).column !== null && (
        <ChoiceControl
          label={host.text('@printEditor.lines')}
          isOff={isOff}
          value={aggregate ?? 'each'}
          options={['each', ...AGGREGATES].map((value) => ({
            value,
            label: host.text(`@printEditor.aggregate.${value}`),
          }))}
          onChange={(next) => onChange({ ...place, aggregate: next === 'each' ? null : (next as Aggregate) })}
        />
      )}
      <ChoiceControl
        label={host.text('@printEditor.format')}
        isOff={isOff}
        value={format.as}
        options={shown.map((value) => ({ value, label: host.text(`@printEditor.format.${value}`) }))}
        onChange={(as) => setFormat(formatOf(as as Format['as']))}
      />
      {format.as === 'thousands' && (
        <NumberControl
          label={host.text('@printEditor.decimals')}
          isOff={isOff}
          value={format.decimals}
          min={0}
          max={20}
          precision={0}
          placeholder={host.text('@printEditor.asValue')}
          onChange={(decimals) => setFormat({ as: 'thousands', decimals })}
        />
      )}
      {format.as === 'date' && (
        <ChoiceControl
          label={host.text('@printEditor.pattern')}
          isOff={isOff}
          isOpen
          value={format.pattern}
          options={PATTERNS.map((value) => ({ value, label: value }))}
          onChange={(pattern) => setFormat({ as: 'date', pattern })}
        />
      )}
      {format.as === 'dict' && (
        <TextControl
          label={host.text('@printEditor.dictionary')}
          isOff={isOff}
          value={format.dictionary}
          onChange={(dictionary) => setFormat({ as: 'dict', dictionary })}
        />
      )}
    </>
  )
}

/** The forms that make sense of what a widget holds. */
function formsFor(jnpfKey: string | undefined, aggregate: Aggregate | null): readonly Format['as'][] {
  if (aggregate !== null || isNumber(jnpfKey)) return ['text', 'thousands', 'amount']
  if (jnpfKey === undefined) return ['text', 'thousands', 'amount', 'date', 'ago', 'dict']
  if (DATES.test(jnpfKey)) return ['text', 'date', 'ago']
  return CHOICES.test(jnpfKey) ? ['text', 'dict'] : ['text', 'thousands', 'amount', 'dict']
}

function formatOf(as: Format['as']): Format {
  switch (as) {
    case 'thousands':
      return { as, decimals: 2 }
    case 'date':
      return { as, pattern: 'yyyy-MM-dd' }
    case 'dict':
      return { as, dictionary: '' }
    default:
      return { as }
  }
}
