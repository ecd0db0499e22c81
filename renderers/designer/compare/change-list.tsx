import {
  IconCheckCircle,
  IconExclamationCircle,
  IconInfoCircle,
  IconMinusCircle,
} from '@arco-design/web-react/icon'
import { type Change, changeWords, WEIGHTS, type Weight } from '@runtime/design/diff'
import { useId } from 'react'
import { useHost } from '../../host'
import './change-list.css'

const ICONS: Readonly<Record<Weight, typeof IconInfoCircle>> = {
  loss: IconMinusCircle,
  tighter: IconExclamationCircle,
  other: IconInfoCircle,
}

/** What has changed between two designs, in words: what affects values first. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const host = useHost()
  return (
    <ChangeLines
      lines={changes.map((change) => ({ weight: change.weight, message: changeWords(change, host) }))}
    />
  )
}

/** A change that has been put in words. */
export interface ChangeLine {
  readonly weight: Weight
  readonly message: string
}

/** The same, of changes that come in words. */
export function ChangeLines({ lines }: { readonly lines: readonly ChangeLine[] }) {
  const host = useHost()
  const groups = WEIGHTS.map((weight) => ({ weight, of: lines.filter((one) => one.weight === weight) }))
  return (
    <section className="loam-changes" aria-label={host.text('@diff.title')}>
      {lines.length === 0 && (
        <p className="loam-changes-none">
          <IconCheckCircle /> {host.text('@diff.none')}
        </p>
      )}
      {groups.map(({ weight, of }) => of.length > 0 && <Group key={weight} weight={weight} lines={of} />)}
    </section>
  )
}

interface GroupProps {
  readonly weight: Weight
  readonly lines: readonly ChangeLine[]
}

function Group({ weight, lines }: GroupProps) {
  const host = useHost()
  const id = useId()
  const Icon = ICONS[weight]
  const count = lines.length
  return (
    <>
      <h3 id={id} data-weight={weight}>
        <Icon /> {host.text(`@diff.${weight}Title`)} <small>{host.text('@diff.count', { count })}</small>
      </h3>
      <ul aria-labelledby={id}>
        {lines.map(({ message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may say the same, and none of them moves.
          <li key={index}>{message}</li>
        ))}
      </ul>
    </>
  )
}
