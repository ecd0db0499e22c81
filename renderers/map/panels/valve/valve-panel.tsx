import { useQuery } from '@renderers/data'
import { DIRECTION } from '@runtime/field/kinds'
import { useMay } from '../../level'
import { useRow, useStaleWords } from '../../parts/hooks'
import type { FieldStore } from '../../store/field-store'
import { Progress } from '../act/progress'
import { useAct } from '../act/use-act'
import { type FieldCommand, useNewestCommand } from '../act/use-command'
import type { PanelProps } from '../panel-props'
import '../panels.css'
import { DeviceAlarms } from '../device-alarms'
import { LastCommands } from './around'
import { Calibration } from './calibration'
import { Dial, type DialProps } from './dial'
import { ThreeStates } from './three-states'
import { ValveForm } from './valve-form'

/** Control type 0 (STQF): a three-way ball valve or a main control valve, and what is under way to it. */
export function ValvePanel({ projectId, store, id }: PanelProps) {
  const row = useRow(store, id) ?? {}
  const { followed, follow } = useNewestCommand(store, projectId, id)
  const act = useAct<FieldCommand>(follow)
  const blocks = useBlocks(store, row['nodeId'])
  const stale = useStaleWords(store, id)
  const [mayOperate, mayManage] = [useMay(projectId, 'operate'), useMay(projectId, 'manage')]
  const isThreeWay = row['type'] === 2
  const of = { projectId, deviceId: id, hint: followed.command?.state }
  return (
    <div className="loam-act">
      <ThreeStates row={row} command={followed.command} stale={stale} />
      {isThreeWay && row['defaultAngular'] !== undefined && (
        <Dial
          angle={(row['angle'] ?? null) as number | null}
          places={row['defaultAngular'] as DialProps['places']}
          target={(row['targetDirection'] ?? null) as number | null}
          isStale={stale !== null}
        />
      )}
      <Progress followed={followed} row={row} />
      {mayOperate && (
        <ValveForm
          projectId={projectId}
          store={store}
          row={row}
          deviceId={id}
          act={act}
          blocks={blocks}
          isWaiting={followed.command?.state === 'AWAIT_CONFIRM'}
        />
      )}
      <DeviceAlarms {...of} hint={row['isAlert']} />
      <LastCommands {...of} />
      {isThreeWay && mayManage && <Calibration key={id} row={row} deviceId={id} />}
    </div>
  )
}

/** What a node has beside its name (`nodeBody` of the contract's administration of the field). */
interface NodeSides {
  readonly sideABlockId?: string | null
  readonly sideBBlockId?: string | null
}

/** What each outlet waters; nothing where the person may not read the node itself. */
function useBlocks(store: FieldStore, nodeId: unknown): Readonly<Partial<Record<number, string>>> {
  const { data } = useQuery(
    typeof nodeId === 'string' ? { call: 'fieldNode.read', input: { id: nodeId } } : null,
  )
  const sides = data as NodeSides | null
  const nameOf = (id: string | null | undefined) => store.plan?.blocks.find((block) => block.id === id)?.name
  const [a, b] = [nameOf(sides?.sideABlockId), nameOf(sides?.sideBBlockId)]
  return {
    ...(a && { [DIRECTION.a]: a }),
    ...(b && { [DIRECTION.b]: b }),
    ...(a && b && { [DIRECTION.both]: `${a} + ${b}` }),
  }
}
