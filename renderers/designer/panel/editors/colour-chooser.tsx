import { CHOICE_COLOURS } from '@runtime/widget/choice-colour'
import '@widgets/shared/choice-tag.css'
import './colour-chooser.css'
import { useHost } from '../../../host'

/** The colour of a choice's tag, shown as a swatch; none: the choice is plain text, or grey beside others that have one. */
export function ColourChooser({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: unknown
  readonly onChange: (colour: string | undefined) => void
}) {
  const host = useHost()
  const chosen = CHOICE_COLOURS.find((colour) => colour === value)
  return (
    <span
      className={`loam-inspector-colour loam-choice-value ${chosen ? `loam-choice-value-${chosen}` : 'loam-inspector-colour-none'}`}
    >
      <select
        aria-label={label}
        title={host.text(`@choiceColours.${chosen ?? 'none'}`)}
        value={chosen ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">{host.text('@choiceColours.none')}</option>
        {CHOICE_COLOURS.map((colour) => (
          <option key={colour} value={colour}>
            {host.text(`@choiceColours.${colour}`)}
          </option>
        ))}
      </select>
    </span>
  )
}
