import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconArrowDown, IconArrowUp, IconDelete, IconPlus } from '@arco-design/web-react/icon'
import type { Address } from '@runtime/design/address'
import type { Command } from '@runtime/design/command'
import type { Reason } from '@runtime/design/dialect'
import { GRID_ACTS, type GridAct, gridChange, lastCell } from '@runtime/design/grid'
import { addingPane, holdsPanes, movingPane, panesIn, removingPane } from '@runtime/design/parts'
import { useHost } from '../../host'
import { TranslatedBox } from './editors/translated'
import { usePanel, useSubject } from './panel-subject'

/** What can be done to a drawn table as a whole: at its end. */
const AT_END: readonly GridAct[] = ['rowBelow', 'columnRight']

/** What a container is made of: its panes, or the rows and columns around a cell. */
export function Structure() {
  const { session } = usePanel()
  const subject = useSubject()
  if (!subject || ['several', 'form', 'list'].includes(subject.kind)) return null
  const { address, key } = subject
  if (key === 'grid-cell') return <GridActs cell={address} acts={GRID_ACTS} title="@design.structure.cell" />
  if (key === 'table-grid') {
    const cell = lastCell(session.tree, address)
    return cell ? <GridActs cell={cell} acts={AT_END} title="@design.structure.grid" /> : null
  }
  return holdsPanes(session.tree, address, session.widgets) ? <Panes container={address} /> : null
}

/** Carries out what can be done, and says why something cannot. */
function useRun() {
  const host = useHost()
  const { session } = usePanel()
  return (made: Command | Reason) => {
    const reason = 'do' in made ? session.run(made) : made
    if (reason) host.toast('warning', host.text(reason.reason, reason.params))
  }
}

function GridActs({
  cell,
  acts,
  title,
}: {
  readonly cell: Address
  readonly acts: readonly GridAct[]
  readonly title: string
}) {
  const host = useHost()
  const { session } = usePanel()
  const run = useRun()
  return (
    <section className="loam-inspector-structure" aria-label={host.text(title)}>
      <h4>{host.text(title)}</h4>
      <div className="loam-inspector-acts">
        {acts.map((act) => {
          const made = gridChange(session.tree, cell, act)
          const why = 'do' in made ? undefined : host.text(made.reason, made.params)
          return (
            <Button
              key={act}
              size="mini"
              disabled={why !== undefined}
              {...(why !== undefined && { title: why })}
              onClick={() => run(gridChange(session.tree, cell, act))}
            >
              {host.text(`@design.structure.${act}`)}
            </Button>
          )
        })}
      </div>
    </section>
  )
}

function Panes({ container }: { readonly container: Address }) {
  const host = useHost()
  const { session } = usePanel()
  const run = useRun()
  const { tree, widgets } = session
  const panes = panesIn(tree, container)
  const word = (key: string, index: number) => host.text(`@design.${key}`, { number: index + 1 })
  const rename = ({ part, node, path }: Address, title: string) => {
    const what: Address = { part, ...(node !== undefined && { node }), path: [...path, 'title'] }
    session.run({ do: 'set', what, value: title }, { typed: true })
  }
  return (
    <section className="loam-inspector-structure" aria-label={host.text('@design.structure.panes')}>
      <h4>{host.text('@design.structure.panes')}</h4>
      <ul className="loam-inspector-rows">
        {panes.map(({ address, name, title }, index) => (
          <li key={name} className="loam-inspector-row">
            <TranslatedBox
              label={word('structure.paneTitle', index)}
              text={title}
              onChange={(text) => rename(address, text)}
            />
            <div className="loam-inspector-acts">
              <Button
                size="mini"
                type="text"
                icon={<IconArrowUp />}
                aria-label={word('editor.up', index)}
                disabled={index === 0}
                onClick={() => run(movingPane(tree, container, index, index - 1))}
              />
              <Button
                size="mini"
                type="text"
                icon={<IconArrowDown />}
                aria-label={word('editor.down', index)}
                disabled={index === panes.length - 1}
                onClick={() => run(movingPane(tree, container, index, index + 1))}
              />
              <Button
                size="mini"
                type="text"
                icon={<IconDelete />}
                aria-label={word('editor.remove', index)}
                disabled={panes.length === 1}
                onClick={() => run(removingPane(tree, container, index))}
              />
            </div>
          </li>
        ))}
      </ul>
      <div className="loam-inspector-acts">
        <Button
          size="mini"
          icon={<IconPlus />}
          onClick={() => run(addingPane(tree, container, word('structure.newPane', panes.length), widgets))}
        >
          {host.text('@design.structure.addPane')}
        </Button>
      </div>
    </section>
  )
}
