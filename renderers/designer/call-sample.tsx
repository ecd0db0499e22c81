import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { isRecord } from '@runtime/json'
import { callByName, isRead } from '@services/client'
import { useId, useState } from 'react'
import { useHost } from '../host'
import { Code, Face } from './face'
import './widget-gallery.css'

/** A call that changes nothing, asked with an input that may be typed; others are to be read. */
export function CallSample({ name }: { readonly name: string }) {
  const host = useHost()
  const id = useId()
  const call = callByName(name)
  const [input, setInput] = useState('{}')
  const [answer, setAnswer] = useState<unknown>(undefined)
  const [problem, setProblem] = useState<string | null>(null)
  if (!call || !isRead(call) || call.wire === 'binary') return null
  const translate = (key: string) => host.text(`@gallery.${key}`)
  const ask = async () => {
    const given = objectIn(input)
    if (!given) return setProblem(translate('inputIsNoObject'))
    setProblem(null)
    try {
      setAnswer((await host.call(name, given)).data)
    } catch (error) {
      setAnswer(undefined)
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Face
      title={translate('live')}
      extra={
        <Button size="small" type="primary" onClick={ask}>
          {translate('ask')}
        </Button>
      }
    >
      <label className="loam-sample-parse" htmlFor={id}>
        {translate('input')}
        <input
          id={id}
          className="arco-input arco-input-size-default"
          value={input}
          spellCheck={false}
          onChange={(event) => setInput(event.target.value)}
        />
      </label>
      {problem !== null && <p role="alert">{problem}</p>}
      {answer !== undefined && <Code label={translate('answered')} value={answer} />}
    </Face>
  )
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
