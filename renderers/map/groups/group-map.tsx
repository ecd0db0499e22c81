import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { useEffect, useMemo, useState } from 'react'
import { FieldMap, type FieldMapProps } from '../field-map'
import { useMay } from '../level'
import { GroupList } from '../panels/group/group-list'
import { useGroups } from '../panels/group/use-groups'
import type { FieldStore } from '../store/field-store'
import { EditGroup, GROUP_EDITOR } from './chosen-group'
import type { MapPage } from './page'
import './groups.css'

/** `/appLGZMap`: rotation groups over the map, each shown where it waters, and run from there. */
export function GroupMap(props: Omit<FieldMapProps, 'page'>) {
  const host = useHost()
  const [opened, setOpened] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const page: MapPage = useMemo(
    () => ({
      title: host.text('@irrigation.groups'),
      group: shown,
      onGroup: setOpened,
      sheet: (store) => (
        <GroupSheet
          projectId={props.projectId}
          store={store}
          opened={opened}
          onOpen={setOpened}
          onShown={setShown}
        />
      ),
    }),
    [host, shown, opened, props.projectId],
  )
  return <FieldMap {...props} page={page} />
}

/** The groups beside the map; the one that is opened is told, so that it is marked there. */
function GroupSheet({
  projectId,
  store,
  opened,
  onOpen,
  onShown,
}: {
  readonly projectId: string
  readonly store: FieldStore
  readonly opened: string | null
  readonly onOpen: (id: string | null) => void
  readonly onShown: (id: string | null) => void
}) {
  const host = useHost()
  const groups = useGroups(store, projectId)
  const mayManage = useMay(projectId, 'manage')
  const { list } = groups
  // One alone stands open.
  const shown = (list?.length === 1 ? list[0] : list?.find(({ id }) => id === opened)) ?? null
  useEffect(() => onShown(shown?.id ?? null), [shown, onShown])
  return (
    <section className="loam-sheet" aria-label={host.text('@irrigation.groups')}>
      <header>
        <h2>{host.text('@irrigation.groups')}</h2>
        {shown && <EditGroup projectId={projectId} id={shown.id} />}
        {mayManage && (
          <Button type="primary" onClick={() => host.navigate(GROUP_EDITOR)}>
            {host.text('@irrigation.newGroup')}
          </Button>
        )}
      </header>
      <GroupList
        groups={groups}
        shown={groups.list ?? []}
        store={store}
        projectId={projectId}
        opened={opened}
        onOpen={onOpen}
      />
    </section>
  )
}
