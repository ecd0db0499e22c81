import type { ArrangedCard } from '@runtime/page'
import { useHost } from '../../host'
import type { PortalMoves } from '../use-portal-moves'

/** What each button does, by its sign. */
const STEPS = [
  ['portalBefore', '←', (moves: PortalMoves, name: string) => moves.move(name, -1)],
  ['portalAfter', '→', (moves: PortalMoves, name: string) => moves.move(name, 1)],
  ['portalNarrower', '−W', (moves: PortalMoves, name: string) => moves.size(name, -1, 0)],
  ['portalWider', '+W', (moves: PortalMoves, name: string) => moves.size(name, 1, 0)],
  ['portalLower', '−H', (moves: PortalMoves, name: string) => moves.size(name, 0, -1)],
  ['portalHigher', '+H', (moves: PortalMoves, name: string) => moves.size(name, 0, 1)],
] as const

/** By which a card is moved and sized: dragged, by arrows, or by buttons that need neither. */
export function CardHandles({
  card: { name },
  title,
  moves,
}: {
  readonly card: ArrangedCard
  readonly title: string
  readonly moves: PortalMoves
}) {
  const host = useHost()
  return (
    <div className="loam-portal-handles">
      <button
        type="button"
        className="loam-portal-grip"
        aria-label={host.text('@page.portalGrip', { title })}
        onKeyDown={(event) => moves.press(event, name)}
        onPointerDown={(event) => moves.drag(event, name)}
      >
        <span aria-hidden="true">⠿</span> {title}
      </button>
      <div className="loam-portal-steps">
        {STEPS.map(([word, sign, act]) => (
          <button
            key={word}
            type="button"
            title={host.text(`@page.${word}`)}
            aria-label={host.text('@page.portalStep', { act: host.text(`@page.${word}`), title })}
            onClick={() => act(moves, name)}
          >
            {sign}
          </button>
        ))}
      </div>
      {/* The buttons do the same by keyboard. */}
      <span
        className="loam-portal-corner"
        aria-hidden="true"
        onPointerDown={(event) => moves.stretch(event, name)}
      />
    </div>
  )
}
