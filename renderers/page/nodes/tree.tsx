import { Dropdown, Empty, Input, Menu, Spin, Tree, type TreeProps } from '@arco-design/web-react'
import '@arco-design/web-react/es/Dropdown/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Menu/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import '@arco-design/web-react/es/Tree/style/css.js'
import type { ActionDocument } from '@runtime/action'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { snapshot } from 'valtio/vanilla'
import { repairTree, useAriaRepair } from '../../aria-repair'
import { Icon } from '../../icon'
import { useEvent, usePlace, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { allKeys, filterTree, firstLeaf, parentKeys, type TreeMembers, type TreeRecord } from '../tree-data'

export function TreeNode({ node }: NodeProps) {
  const { screen, runner } = usePlace()
  const source = String(node['source'])
  const { state, data, error } = useSource(screen, source)
  const members = useMembers(node)
  const records = useMemo(() => (Array.isArray(data) ? (data as readonly TreeRecord[]) : []), [data])
  const [keyword, setKeyword] = useState('')
  const shown = useMemo(() => filterTree(records, keyword, members), [records, keyword, members])
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const expanded =
    keyword === '' && opened !== null ? opened : startOpen(node, keyword) ? parentKeys(shown, members) : []
  const name = node['name'] as string | undefined
  useEvent(
    screen,
    name && `${name}.expandAll`,
    useCallback(() => setOpened(parentKeys(records, members)), [records, members]),
  )
  useEvent(
    screen,
    name && `${name}.collapseAll`,
    useCallback(() => setOpened([]), []),
  )
  const choice = useChoice(node, records, members)
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTree)
  return (
    <div ref={place} className="loam-node-tree">
      <TreeHead node={node} />
      {node['filter'] === true && (
        <Input.Search
          allowClear
          className="loam-node-tree-filter"
          value={keyword}
          onChange={setKeyword}
          placeholder={screen.host.text('@page.filter')}
          aria-label={screen.host.text('@page.filter')}
        />
      )}
      {state === 'failed' && <ErrorNote message={error} retry={() => void screen.sources.reload([source])} />}
      {state === 'loading' && records.length === 0 && <Spin className="loam-wait" delay={200} />}
      {state === 'ready' && shown.length === 0 && <Empty description={screen.host.text('@page.empty')} />}
      {shown.length > 0 && (
        <div className="loam-node-tree-body">
          <Tree
            blockNode
            treeData={shown as TreeProps['treeData']}
            fieldNames={{ key: members.key, title: members.label, children: 'children' }}
            selectedKeys={choice.key === null ? [] : [choice.key]}
            expandedKeys={[...expanded]}
            onExpand={(keys) => setOpened(keys)}
            onSelect={([key]) => {
              const record = key === undefined ? undefined : allKeys(records, members).get(key)
              if (!record) return
              choice.choose(record)
              const select = node['select'] as ActionDocument | undefined
              if (select !== undefined) void runner.run(select, { item: record })
            }}
          />
        </div>
      )}
    </div>
  )
}

interface MenuItem {
  readonly text: unknown
  readonly icon?: string
  readonly do: ActionDocument
}

function startOpen(node: NodeProps['node'], keyword: string): boolean {
  return keyword !== '' || node['expanded'] !== false
}

function useMembers(node: NodeProps['node']): TreeMembers {
  const key = (node['key'] as string | undefined) ?? 'id'
  const label = (node['label'] as string | undefined) ?? 'fullName'
  return useMemo(() => ({ key, label }), [key, label])
}

/** The record that stands in the page's state; follows the source, so that a renamed record is shown as it is now. */
function useChoice(node: NodeProps['node'], records: readonly TreeRecord[], members: TreeMembers) {
  const { screen } = usePlace()
  const path = node['selected'] as string | undefined
  const name = path?.slice('page.'.length)
  const chosen = name === undefined ? undefined : (screen.state[name] as TreeRecord | null | undefined)
  const key = chosen ? String(chosen[members.key]) : null
  const choose = useCallback(
    (record: TreeRecord | null) => {
      if (name !== undefined) screen.state[name] = record === null ? null : withoutChildren(record)
    },
    [screen, name],
  )
  useEffect(() => {
    if (name === undefined || records.length === 0) return
    const now = key === null ? undefined : allKeys(records, members).get(key)
    if (!now) choose(node['first'] === true ? (firstLeaf(records) ?? null) : null)
    else if (chosen && JSON.stringify(snapshot(chosen)) !== JSON.stringify(withoutChildren(now))) choose(now)
  }, [name, records, members, key, chosen, choose, node])
  return { key, choose }
}

function withoutChildren({ children, ...record }: TreeRecord): TreeRecord {
  return record
}

/** The title of a tree and its menu. */
function TreeHead({ node: head }: NodeProps) {
  const { screen, scope, runner } = usePlace()
  const source = String(head['source'])
  const menu = head['menu'] as readonly MenuItem[] | undefined
  if (head['title'] === undefined && !menu) return null
  return (
    <header className="loam-node-tree-head">
      <h2>{screen.say(head['title'] ?? '', scope)}</h2>
      {menu && (
        <Dropdown
          trigger="click"
          position="br"
          droplist={
            <Menu
              onClickMenuItem={(index) => {
                const item = menu[Number(index)]
                if (item) void runner.run(item.do, {}, { source: `${source}:menu:${index}` })
              }}
            >
              {menu.map((item, index) => (
                <Menu.Item key={String(index)}>
                  {item.icon && <Icon name={item.icon} />} {screen.say(item.text, scope)}
                </Menu.Item>
              ))}
            </Menu>
          }
        >
          <button type="button" className="loam-icon-button" aria-label={screen.host.text('@page.more')}>
            <Icon name="More" />
          </button>
        </Dropdown>
      )}
    </header>
  )
}
