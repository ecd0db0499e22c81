import type { ChosenFlow } from '@runtime/host'
import { ALL_ROWS } from '@runtime/widget/row-choice'
import { type DataRow, pageIn, RowChooser, textOf } from '@widgets/shared/chooser'
import { useCallback } from 'react'
import { useHost } from '../host'

/** All workflows are there at once, and narrowed by a keyword. */
const POPUP = {
  hasPage: false,
  popupType: 'dialog',
  popupTitle: '@workflow.choose',
  popupWidth: '600px',
} as const
const NONE: readonly string[] = []

/** A dialog in which one workflow is chosen, of all or of those of a model (`spec/widgets.md §1`). */
export function FlowChooser({
  modelId,
  onChoose,
  onClose,
}: {
  readonly modelId?: string | undefined
  readonly onChoose: (flow: ChosenFlow) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const load = useCallback(
    async ({ keyword }: { readonly keyword: string }, signal: AbortSignal) => {
      const { data } =
        modelId === undefined
          ? await host.call('workflow.list', { keyword }, { signal })
          : await host.call('workflow.listOfModel', { modelId, keyword }, { signal })
      return pageIn(data)
    },
    [host, modelId],
  )
  return (
    <RowChooser
      host={host}
      popup={POPUP}
      columns={[
        { value: 'fullName', label: host.text('@workflow.name') },
        { value: 'enCode', label: host.text('@workflow.code') },
      ]}
      lead="fullName"
      load={load}
      counts={ALL_ROWS}
      keyOf={keyOf}
      multiple={false}
      chosen={NONE}
      onConfirm={(chosen) => {
        for (const flow of chosen.values()) if (flow) onChoose(flowOf(flow))
      }}
      onClose={onClose}
    />
  )
}

const keyOf = (flow: DataRow) => String(flow['id'])

function flowOf(flow: DataRow): ChosenFlow {
  return { id: keyOf(flow), fullName: textOf(flow['fullName']), enCode: textOf(flow['enCode']) }
}
