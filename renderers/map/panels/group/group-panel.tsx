import { useQuery } from '@renderers/data'
import { useEffect, useState } from 'react'
import type { PanelProps } from '../panel-props'
import { GroupList } from './group-list'
import { useGroups } from './use-groups'

/** Control type 1 (LGZ): the rotation groups that a valve belongs to. */
export function GroupPanel({ projectId, store, id, onGroup }: PanelProps) {
  const groups = useGroups(store, projectId)
  const { data } = useQuery({ call: 'fieldManagement.getLgzByTwbDeviceId', input: { deviceId: id } })
  const own = new Set(data?.map((group) => group.id))
  const shown = groups.list?.filter((group) => own.has(group.id)) ?? data ?? []
  const [opened, setOpened] = useState<string | null>(null)
  const open = shown.length === 1 ? shown[0]?.id : opened
  useEffect(() => {
    onGroup(open ?? null)
    return () => onGroup(null)
  }, [open, onGroup])
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
