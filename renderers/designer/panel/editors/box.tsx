import { TextBox, useInputClass } from '@widgets/shared/text-box'
import { useHost } from '../../../host'

/** One line of text in a row of an editor. */
export function Box({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const host = useHost()
  const className = useInputClass(false)
  return (
    <TextBox host={host} disabled={false} readonly={false} error={null}>
      <input
        type="text"
        className={className}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </TextBox>
  )
}
