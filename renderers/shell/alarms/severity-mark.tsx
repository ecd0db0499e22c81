import { IconExclamationCircleFill, IconInfoCircleFill } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'

/** The severity as a sign and a word, never as a colour alone. */
export function SeverityMark({ severity }: { readonly severity: number }) {
  const host = useHost()
  return (
    <span className="loam-severity" data-severity={severity}>
      {severity <= 2 ? <IconExclamationCircleFill /> : <IconInfoCircleFill />}
      {host.text(`@alarm.severity.${severity}`)}
    </span>
  )
}
