import { IconSearch } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { useContext } from 'react'
import { TypedAheadContext } from '../picker'
import { TextBox, useInputClass } from '../text-box'
import { useText } from '../use-text'

/** Where a keyword is typed. */
export function KeywordBox({
  host,
  value,
  onChange,
  onEnter,
}: {
  readonly host: Host
  readonly value: string
  readonly onChange: (keyword: string) => void
  readonly onEnter?: () => void
}) {
  const text = useText(value, (typed) => onChange(typed ?? ''))
  const className = useInputClass(false)
  const typedAhead = useContext(TypedAheadContext)
  return (
    <TextBox
      host={host}
      disabled={false}
      readonly={false}
      error={null}
      prefix={<IconSearch aria-hidden="true" />}
      {...(value !== '' && { onClear: () => onChange('') })}
    >
      <input
        {...text}
        type="text"
        className={className}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        placeholder={host.text('@dataWidgets.keyword')}
        aria-label={host.text('@dataWidgets.keyword')}
        onFocus={() => {
          const typed = typedAhead?.take() ?? ''
          if (typed !== '') onChange(value + typed)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnter) return
          event.preventDefault()
          onEnter()
        }}
      />
    </TextBox>
  )
}
