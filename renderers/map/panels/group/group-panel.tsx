import { useQuery } from '@renderers/data'
import { useState } from 'react'
import type { PanelProps } from '../panel-props'
import { GroupList } from './group-list'
import { useGroups } from './use-groups'

/** Control type 1 (LGZ): the rotation groups that a valve belongs to. */
export function GroupPanel({ projectId, store, id }: PanelProps) {
  const groups = useGroups(store, projectId)
  const { data } = useQuery({ call: 'fieldManagement.getLgzByTwbDeviceId', input: { deviceId: id } })
  const own = new Set(data?.map((group) => group.id))
  const shown = groups.list?.filter((group) => own.has(group.id)) ?? data ?? []
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <GroupList
      groups={groups}
      shown={shown}
      store={store}
      projectId={projectId}
      opened={opened}
      onOpen={setOpened}
    />
  )
}
