import { IconCheckCircle, IconCloseCircle, IconQuestionCircle } from '@arco-design/web-react/icon'
import {
  checkedLines,
  LINE_SIDES,
  type LineSide,
  linesOf,
  type PatternLine,
  withLines,
} from '@runtime/design/rules/pattern-lines'
import { asWord } from '@runtime/json'
import { createMatcher } from '@runtime/pattern/matches'
import { Edit } from '../../../form/json-schema/edit'
import { useHost } from '../../../host'
import { useHeld } from './use-held'

type Rule = Readonly<Record<string, unknown>>

const GROWS = { autoSize: { minRows: 1, maxRows: 6 } }
const SIGNS = { right: IconCheckCircle, wrong: IconCloseCircle, unknown: IconQuestionCircle } as const

/** Lines that a pattern must and must not match, with what it says to each of them while they are typed. */
export function PatternLines({
  id,
  number,
  rule,
  onChange,
}: {
  readonly id: string
  /** Of the pattern among those of the field, from 1. */
  readonly number: number
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
}) {
  const host = useHost()
  const typed = { match: useLines(rule, 'match'), noMatch: useLines(rule, 'noMatch') }
  const now = LINE_SIDES.reduce((all, side) => withLines(all, side, wholeLines(typed[side].text)), rule)
  const checked = checkedLines(now, createMatcher())
  const wrong = checked.filter(({ verdict }) => verdict === 'wrong').length
  const title =
    checked.length > 0
      ? host.text('@design.editor.linesWrong', { count: checked.length, wrong })
      : host.text('@design.editor.lines')
  return (
    <details className="loam-inspector-lines">
      <summary>
        {title} <span className="loam-visually-hidden">{number}</span>
      </summary>
      <div>
        {LINE_SIDES.map((side) => (
          <Lines
            key={side}
            id={`${id}_${side}`}
            label={`${host.text(`@design.editor.lines.${side}`)} ${number}`}
            typed={typed[side]}
            onChange={(lines) => onChange(withLines(rule, side, lines))}
          />
        ))}
        {checked.length > 0 && (
          <ul>
            {checked.map((line) => (
              <Line key={`${line.side} ${line.index}`} line={line} />
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}

interface Typed {
  /** As it is typed. */
  readonly text: string
  /** As it is stored. */
  readonly stored: string
  readonly hold: (text: string, written: string) => void
}

function useLines(rule: Rule, side: LineSide): Typed {
  const stored = linesOf(rule, side).join('\n')
  const [held, hold] = useHeld<string>(stored)
  return { text: held ?? stored, stored, hold }
}

/** A line is stored when it is ended or left, each a step. */
function Lines({
  id,
  label,
  typed: { text, stored, hold },
  onChange,
}: {
  readonly id: string
  readonly label: string
  readonly typed: Typed
  readonly onChange: (lines: readonly string[]) => void
}) {
  const host = useHost()
  const store = (next: string) => {
    const lines = wholeLines(next)
    hold(next, lines.join('\n'))
    if (lines.join('\n') !== stored) onChange(lines)
  }
  return (
    <>
      <label htmlFor={id} className="loam-form-label">
        {label}
      </label>
      <Edit
        of="textarea"
        field={{
          id,
          label,
          placeholder: host.text('@design.editor.lines.each'),
          onBlur: () => store(text),
        }}
        settings={GROWS}
        value={text}
        onChange={(value) => {
          const next = asWord(value ?? '')
          if (countOf(next) === countOf(text)) hold(next, stored)
          else store(next)
        }}
      />
    </>
  )
}

const wholeLines = (text: string) => text.split(/\r?\n/).filter((line) => line !== '')
const countOf = (text: string) => text.split('\n').length

function Line({ line: { side, text, verdict } }: { readonly line: PatternLine }) {
  const host = useHost()
  const Sign = SIGNS[verdict]
  return (
    <li className={`loam-inspector-line-${verdict}`}>
      <Sign />
      <span>
        <code>{text}</code> <small>{host.text(reasonOf(side, verdict))}</small>
      </span>
    </li>
  )
}

function reasonOf(side: LineSide, verdict: PatternLine['verdict']): string {
  return verdict === 'unknown' ? '@design.editor.line.unknown' : `@design.editor.line.${side}.${verdict}`
}
