import { Input, InputNumber } from '@arco-design/web-react'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/InputNumber/style/css.js'
import { useText } from '@widgets/shared/use-text'
import { type ReactNode, useId } from 'react'

export function Row({
  id,
  label,
  children,
}: {
  /** Of the control. */
  readonly id: string
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <div className="loam-print-row">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

/** A number within a range; what is out of it while it is typed changes nothing. */
export function NumberRow({
  label,
  unit,
  value,
  min,
  max,
  isReadOnly,
  onChange,
}: {
  readonly label: string
  readonly unit: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly isReadOnly: boolean
  readonly onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <Row id={id} label={label}>
      <InputNumber
        id={id}
        size="small"
        {...{ value, min, max }}
        suffix={unit}
        disabled={isReadOnly}
        onChange={(next: number | undefined) => {
          if (typeof next === 'number' && next >= min && next <= max) onChange(next)
        }}
      />
    </Row>
  )
}

export function TextRow({
  label,
  value,
  most,
  isReadOnly,
  onChange,
}: {
  readonly label: string
  readonly value: string
  /** Characters. */
  readonly most: number
  readonly isReadOnly: boolean
  readonly onChange: (value: string) => void
}) {
  const id = useId()
  const { onChange: type, ...text } = useText(value, (typed) => onChange(typed ?? ''), most)
  return (
    <Row id={id} label={label}>
      <Input id={id} size="small" disabled={isReadOnly} {...text} onChange={(_, event) => type(event)} />
    </Row>
  )
}
