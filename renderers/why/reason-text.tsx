import type { Reason } from '@runtime/form/explain'
import type { Text } from '@runtime/text'
import { useHost } from '../host'
import './why.css'

/** Letters of a value that are shown. */
const LONGEST = 120

const SENTENCES: Readonly<Record<string, Text>> = {
  'hidden rule': '@why.hiddenRule',
  'hidden document': '@why.hiddenDocument',
  'hidden around': '@why.hiddenAround',
  'hidden right': '@why.hiddenRight',
  'hidden script': '@why.hiddenScript',
  'required rule': '@why.requiredRule',
  'required document': '@why.requiredDocument',
  'required script': '@why.requiredScript',
  'disabled rule': '@why.disabledRule',
  'disabled document': '@why.disabledDocument',
  'disabled form': '@why.disabledForm',
  'disabled right': '@why.disabledRight',
  'disabled script': '@why.disabledScript',
  'computed rule': '@why.computedRule',
  'computed document': '@why.computedDocument',
  'computed server': '@why.computedServer',
  'refused rule': '@why.refusedRule',
}

/** One cause: its sentence, the rule, and what the rule reads as it is now. */
export function ReasonText({ reason }: { readonly reason: Reason }) {
  const host = useHost()
  const { aspect, cause, expression, names = [], around } = reason
  const label = around?.kind === 'container' ? host.text(around.label) : ''
  const sentence = SENTENCES[`${aspect} ${around ? 'around' : cause}`]
  return (
    <div className="loam-why-reason" data-aspect={aspect} data-cause={cause}>
      <p>{host.text(sentence, { around: label })}</p>
      {expression !== undefined && <code>{expression}</code>}
      {names.length > 0 && (
        <dl aria-label={host.text('@why.values')}>
          {names.map(({ path, field, value }) => (
            <div key={path}>
              <dt>
                {field ? `${host.text(field.label)} ` : ''}
                <code>{path}</code>
              </dt>
              <dd>{shown(value) || host.text('@why.empty')}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
