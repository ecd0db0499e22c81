import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconLeft } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { useEffect, useRef } from 'react'
import { useMay } from '../level'
import type { Group } from '../panels/group/group-card'
import { GroupList } from '../panels/group/group-list'
import { useGroups } from '../panels/group/use-groups'
import type { FieldStore } from '../store/field-store'
import './groups.css'

/** Address of the page on which a group is made and changed. */
export const GROUP_EDITOR = '/appAddEditLGZ'

/** One rotation group beside the map: the panel by which it is run wherever it has been chosen. */
export function ChosenGroup({
  projectId,
  store,
  group,
  onBack,
}: {
  readonly projectId: string
  readonly store: FieldStore
  readonly group: Group
  readonly onBack: () => void
}) {
  const { text: translate } = useHost()
  const groups = useGroups(store, projectId)
  const { id, name } = group
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (id) title.current?.focus({ preventScroll: true })
  }, [id])
  return (
    <article className="loam-map-panel" aria-label={name}>
      <header>
        <button type="button" className="loam-map-plain" aria-label={translate('@map.back')} onClick={onBack}>
          <IconLeft />
        </button>
        <h2 ref={title} tabIndex={-1}>
          {translate('@map.group')}
        </h2>
        <EditGroup projectId={projectId} id={id} />
      </header>
      <GroupList
        groups={groups}
        shown={[groups.list?.find((one) => one.id === id) ?? group]}
        store={store}
        projectId={projectId}
        opened={id}
        onOpen={onBack}
      />
    </article>
  )
}

/** The way to change a group, for who may. */
export function EditGroup({ projectId, id }: { readonly projectId: string; readonly id: string }) {
  const host = useHost()
  if (!useMay(projectId, 'manage')) return null
  return (
    <Button onClick={() => host.navigate(`${GROUP_EDITOR}?id=${encodeURIComponent(id)}`)}>
      {host.text('@irrigation.edit')}
    </Button>
  )
}
