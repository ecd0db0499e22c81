import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '../host'
import { Icon } from '../icon'

/** Says in place what went wrong, with a retry where one makes sense. */
export function ErrorNote({ message, retry }: { readonly message: string; readonly retry?: () => void }) {
  const host = useHost()
  return (
    <div className="loam-error-note" role="alert">
      <Icon name="InfoCircle" />
      <span>{message}</span>
      {retry && (
        <Button size="small" onClick={retry}>
          {host.text('@common.retry')}
        </Button>
      )}
    </div>
  )
}
