import { IconCheckCircle, IconCloseCircle, IconExclamationCircle } from '@arco-design/web-react/icon'
import { OWN_RULES } from '@runtime/form/formdata/own-rules'
import { useHost } from '../../host'
import { ChangeLines } from '../compare'
import type { CheckReport, Finding } from './answers'
import { Asked } from './asked'
import { Part } from './part'

const ICONS: Readonly<Record<CheckReport['verdict'], typeof IconCheckCircle>> = {
  tell: IconCheckCircle,
  ask: IconExclamationCircle,
  stop: IconCloseCircle,
}

interface CheckReportProps {
  readonly report: CheckReport
  /** The form's code in addresses of its records. */
  readonly enCode: string
  /** Fields of the form that is released. */
  readonly fieldCount: number
  /** Leads to what an error is about; undefined where it cannot be led to. */
  readonly onChoose?: (finding: Finding) => (() => void) | undefined
  readonly onFill?: ((path: string) => void) | undefined
}

/** What a release would do: whether it can be, what stands against it, what it costs, and what it changes. */
export function CheckReportView({ report, enCode, fieldCount, onChoose, onFill }: CheckReportProps) {
  const host = useHost()
  const { verdict, errors, losses, changes, uses, version } = report
  const Icon = ICONS[verdict]
  const why = verdict === 'tell' && losses.length > 0 ? 'without' : verdict
  // Whoever has written a rule here can put it right; what another product had is read by those who look for it.
  const isOwn = losses.some(({ pointer }) => pointer.includes(`/${OWN_RULES}`))
  return (
    <div className="loam-publish-report">
      <p className="loam-publish-verdict" role="status" data-verdict={verdict}>
        <Icon />
        <b>{host.text(`@release.verdict.${verdict}`)}</b>
        <span>{host.text(`@release.verdictWhy.${why}`, { count: losses.length })}</span>
      </p>
      {errors.length > 0 && (
        <Part title={host.text('@release.errors')}>
          <ul>
            {errors.map((error) => (
              <ErrorLine
                key={`${error.pointer} ${error.field ?? ''} ${error.message}`}
                error={error}
                choose={onChoose?.(error)}
              />
            ))}
          </ul>
        </Part>
      )}
      <Asked report={report} enCode={enCode} onFill={onFill} />
      {version === 0 ? (
        <p>{host.text('@release.first', { count: fieldCount })}</p>
      ) : (
        <ChangeLines lines={changes} />
      )}
      {uses.length > 0 && (
        <Part title={host.text('@release.uses')}>
          <ul>
            {uses.map(({ kind, id, message }) => (
              <li key={`${kind} ${id}`}>{message}</li>
            ))}
          </ul>
        </Part>
      )}
      {losses.length > 0 && (
        <details className="loam-publish-losses" open={isOwn}>
          <summary>{host.text('@release.losses', { count: losses.length })}</summary>
          <ul>
            {losses.map(({ pointer, field, message }) => (
              <li key={`${pointer} ${field ?? ''} ${message}`}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function ErrorLine({
  error: { field, widget, message },
  choose,
}: {
  readonly error: Finding
  readonly choose: (() => void) | undefined
}) {
  const where = field ?? widget
  const words = (
    <>
      <IconCloseCircle />
      <span>
        {where !== undefined && <b>{where} </b>}
        {message}
      </span>
    </>
  )
  return (
    <li className="loam-publish-error">
      {choose ? (
        <button type="button" onClick={choose}>
          {words}
        </button>
      ) : (
        words
      )}
    </li>
  )
}
