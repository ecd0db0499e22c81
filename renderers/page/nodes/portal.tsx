import { Button, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import type { ArrangedCard } from '@runtime/page'
import { type CSSProperties, useState } from 'react'
import { Icon } from '../../icon'
import { useNodeContext } from '../context'
import { Node, type NodeProps } from '../node'
import { useArrangement } from '../use-arrangement'
import { usePortalMoves } from '../use-portal-moves'
import { CardHandles } from './portal-handles'
import './portal.css'

type Card = NodeProps<'portal'>['node']['items'][number]

export function PortalNode({ node }: NodeProps<'portal'>) {
  const { screen, scope } = useNodeContext()
  const { host } = screen
  const { cards, keep, isOwn, isKnown } = useArrangement(node)
  const [draft, setDraft] = useState<readonly ArrangedCard[] | null>(null)
  const byName = new Map(node.items.map((item) => [item.name, item]))
  const titleOf = (name: string) => {
    const title = byName.get(name)?.title
    return title ? screen.text(title, scope) : name
  }
  const moves = usePortalMoves(draft, setDraft, titleOf)
  const shown = (draft ?? cards).flatMap((card) => {
    const item = byName.get(card.name)
    return item && (item.visible?.holds(scope) ?? true) ? [{ card, item }] : []
  })
  const finish = (arrangement: readonly ArrangedCard[] | null) => {
    setDraft(null)
    void keep(arrangement)
  }
  if (!isKnown) return <Spin className="loam-wait" delay={200} />
  return (
    <div className="loam-portal" data-arranging={draft !== null}>
      {node.arrange?.holds(scope) && (
        <div className="loam-tools-row loam-portal-tools">
          {draft ? (
            <>
              <p>{host.text('@page.portalHow')}</p>
              <Button type="primary" onClick={() => finish(draft)}>
                {host.text('@page.portalKeep')}
              </Button>
              <Button onClick={() => setDraft(null)}>{host.text('@common.cancel')}</Button>
              {isOwn && <Button onClick={() => finish(null)}>{host.text('@page.portalReset')}</Button>}
            </>
          ) : (
            <Button icon={<Icon name="Apps" />} onClick={() => setDraft(cards)}>
              {host.text('@page.portalArrange')}
            </Button>
          )}
        </div>
      )}
      <div ref={moves.place} className="loam-portal-grid">
        {shown.map(({ card, item }) => (
          <PortalCard key={card.name} card={card} item={item}>
            {draft && <CardHandles card={card} title={titleOf(card.name)} moves={moves} />}
          </PortalCard>
        ))}
      </div>
      <p className="loam-portal-said" role="status">
        {moves.message}
      </p>
    </div>
  )
}

function PortalCard({
  card,
  item: { title, icon, body },
  children,
}: {
  readonly card: ArrangedCard
  readonly item: Card
  /** What it is arranged by; null: it is not being arranged. */
  readonly children: React.ReactNode
}) {
  const { screen, scope } = useNodeContext()
  const name = title && screen.text(title, scope)
  const size = {
    '--loam-columns': card.columns,
    // In a place of middle width there is room for half as many.
    '--loam-columns-half': Math.min(12, card.columns * 2),
    '--loam-rows': card.rows,
  }
  return (
    <section
      className="loam-portal-card"
      data-card={card.name}
      style={size as CSSProperties}
      {...(name && { 'aria-label': name })}
    >
      {name && (
        <header>
          {icon && <Icon name={icon as never} />}
          <h2>{name}</h2>
        </header>
      )}
      {children}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="loam-portal-body" tabIndex={0} inert={children !== null}>
        <Node node={body} />
      </div>
    </section>
  )
}
