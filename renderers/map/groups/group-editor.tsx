import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { useCallback, useMemo, useState } from 'react'
import { FieldMap, type FieldMapProps } from '../field-map'
import type { Group } from '../panels/group/group-card'
import type { FieldStore } from '../store/field-store'
import { EditorSheet } from './editor-sheet'
import type { MapPage } from './page'
import { type Pick, tapped } from './picks'
import { useCheck } from './use-check'
import { directionWord } from './words'
import './groups.css'

/** `/appAddEditLGZ`: a rotation group made or changed by tapping valves and their sides on the map. */
export function GroupEditor({
  groupId,
  ...map
}: Omit<FieldMapProps, 'page'> & { readonly groupId: string | null }) {
  const stored = useQuery(groupId === null ? null : { call: 'fieldManagement.lgz', input: { id: groupId } })
  if (groupId !== null && !stored.data)
    return stored.error === null ? null : (
      <p className="loam-act-box" data-tone="refused" role="alert">
        {stored.error.message}
      </p>
    )
  // Another version is another group to begin with: what was chosen on the old one is not carried over.
  const key = stored.data ? `${stored.data.id} ${stored.data.rowVersion}` : 'new'
  return <Editing key={key} {...map} group={stored.data} onConflict={stored.again} />
}

function Editing({
  group,
  onConflict,
  ...map
}: Omit<FieldMapProps, 'page'> & { readonly group: Group | null; readonly onConflict: () => void }) {
  const host = useHost()
  const [picks, setPicks] = useState<readonly Pick[]>(() =>
    (group?.nodes ?? []).map(({ twbDeviceId, nodeId, openDirection }) => ({
      valveId: twbDeviceId,
      nodeId,
      direction: openDirection,
    })),
  )
  const check = useCheck(map.projectId, picks)
  const choose = useCallback((id: string | null, store: FieldStore) => {
    const row = id === null ? undefined : store.row(store.indexOf(id))
    const nodeId = row?.['nodeId']
    // Whatever else is tapped is no member of a group.
    if (id !== null && typeof nodeId === 'string') setPicks((known) => tapped(known, id, nodeId))
  }, [])
  const page: MapPage = useMemo(
    () => ({
      title: host.text(group ? '@irrigation.editGroup' : '@irrigation.newGroup'),
      marks: picks.map(({ valveId, direction }) => ({
        id: valveId,
        word: directionWord(host.text, direction),
      })),
      onChoose: choose,
      sheet: (store) => (
        <EditorSheet
          projectId={map.projectId}
          group={group}
          picks={picks}
          onPicks={setPicks}
          check={check}
          store={store}
          onConflict={onConflict}
        />
      ),
    }),
    [host, group, picks, choose, check, map.projectId, onConflict],
  )
  return <FieldMap {...map} page={page} />
}
