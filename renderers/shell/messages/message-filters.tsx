import { Input, Select } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Select/style/css.js'
import { useHost } from '@renderers/host'
import { useEffect, useState } from 'react'
import type { MessageFilter, MessageType } from './message'

/** Milliseconds after the last key until it is searched. */
const TYPING_PAUSE = 300
const ALL = 'all'

interface FilterProps {
  readonly filter: MessageFilter
  readonly onChange: (change: Partial<MessageFilter>) => void
}

/** Searches when typing pauses, and at once on Enter. */
export function KeywordFilter({ filter, onChange }: FilterProps) {
  const host = useHost()
  const [typed, setTyped] = useState(filter.keyword)
  const search = () => {
    if (typed.trim() !== filter.keyword) onChange({ keyword: typed.trim() })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is waited for.
  useEffect(() => {
    const pause = setTimeout(search, TYPING_PAUSE)
    return () => clearTimeout(pause)
  }, [typed])
  return (
    <Input
      allowClear
      maxLength={200}
      prefix={<IconSearch />}
      value={typed}
      placeholder={host.text('@common.enterKeyword')}
      aria-label={host.text('@common.keyword')}
      onChange={setTyped}
      onPressEnter={search}
    />
  )
}

/** All, or one of the dictionary's types. */
export function TypeFilter({
  filter,
  types,
  onChange,
}: FilterProps & { readonly types: readonly MessageType[] }) {
  const host = useHost()
  return (
    <Select
      value={filter.type ?? ALL}
      aria-label={host.text('@messages.type')}
      onChange={(value) => onChange({ type: value === ALL ? null : Number(value) })}
    >
      <Select.Option value={ALL}>{host.text('@messages.allTypes')}</Select.Option>
      {types.map(({ type, name }) => (
        <Select.Option key={type} value={type}>
          {name}
        </Select.Option>
      ))}
    </Select>
  )
}
