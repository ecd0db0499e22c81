import { Input, InputNumber } from '@arco-design/web-react'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/InputNumber/style/css.js'
import type { ValuePrompt } from '@runtime/host'
import { useState } from 'react'
import { translate } from './language'
import { popUp } from './pop-up'

/** Asks for a text or a number between bounds; null when cancelled (`spec/administration.md §5`, "Popups and picker"). */
export function promptForValue(question: ValuePrompt): Promise<string | number | null> {
  return new Promise((resolve) => {
    let value: string | number | undefined = question.value
    let show: (message: string) => void = () => undefined
    const box = {
      title: question.title,
      icon: null,
      okText: translate('@common.confirm'),
      cancelText: translate('@common.cancel'),
      content: (
        <ValueField
          question={question}
          onChange={(next) => {
            value = next
          }}
          onReady={(shower) => {
            show = shower
          }}
        />
      ),
      onOk: async () => {
        const refusal = refusalOf(question, value)
        if (refusal !== null) {
          show(refusal)
          throw new Error(refusal)
        }
        resolve(value ?? null)
      },
    }
    popUp(box, () => resolve(null))
  })
}

function refusalOf({ kind, min, max }: ValuePrompt, value: string | number | undefined): string | null {
  if (value === undefined || value === '') return translate('@common.enterValueFirst')
  if (kind !== 'number') return null
  const tooSmall = min !== undefined && Number(value) < min
  const tooLarge = max !== undefined && Number(value) > max
  if (!tooSmall && !tooLarge) return null
  if (min === undefined) return translate('@common.valueAtMost', { max })
  if (max === undefined) return translate('@common.valueAtLeast', { min })
  return translate('@common.valueBetween', { min, max })
}

interface ValueFieldProps {
  readonly question: ValuePrompt
  readonly onChange: (value: string | number | undefined) => void
  readonly onReady: (show: (message: string) => void) => void
}

function ValueField({ question, onChange, onReady }: ValueFieldProps) {
  const [error, setError] = useState('')
  onReady(setError)
  const change = (value: string | number | undefined) => {
    setError('')
    onChange(value)
  }
  return (
    <div>
      {question.kind === 'number' ? (
        <InputNumber
          autoFocus
          aria-label={question.title}
          defaultValue={question.value as number}
          onChange={(value) => change(value)}
        />
      ) : (
        <Input
          autoFocus
          aria-label={question.title}
          defaultValue={String(question.value ?? '')}
          onChange={(value) => change(value)}
        />
      )}
      <p role="alert" className="loam-prompt-error">
        {error}
      </p>
    </div>
  )
}
