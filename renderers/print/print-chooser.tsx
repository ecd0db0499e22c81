import { Button, Empty } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import { useCallback } from 'react'
import { useFetched } from '../detail/use-fetched'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from '../list/notices'

/** CSS width of the dialog (`spec/administration.md §2`, "Print template chooser"). */
const WIDTH = '400px'

interface Named {
  readonly id: string
  readonly fullName: string
}

/** Where one of a form's print templates is chosen: it says so while the form names none, or none of those it names is there. */
export function PrintChooser({
  ids,
  onChoose,
  onClose,
}: {
  readonly ids: readonly string[]
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const fetch = useCallback(
    async (signal: AbortSignal) =>
      ids.length === 0
        ? []
        : ((await host.call('print.options', { ids }, { signal })).data as readonly Named[]),
    [host, ids],
  )
  const { value: templates, error, retry } = useFetched(fetch)
  const reason = host.text(ids.length === 0 ? '@view.noPrintTemplate' : '@view.printTemplatesGone')
  return (
    <Popup
      mode="general"
      width={WIDTH}
      title={host.text('@view.choosePrintTemplate')}
      visible
      onClose={onClose}
    >
      {error !== null && <FailedPlace message={error} onRetry={retry} />}
      {error === null && !templates && <SkeletonRows />}
      {templates?.length === 0 && (
        <div role="status">
          <Empty description={reason} />
        </div>
      )}
      <div className="loam-print-choices">
        {templates?.map(({ id, fullName }) => (
          <Button key={id} long onClick={() => onChoose(id)}>
            {fullName}
          </Button>
        ))}
      </div>
    </Popup>
  )
}
