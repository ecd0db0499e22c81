import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconExclamationCircleFill } from '@arco-design/web-react/icon'
import { formatDate } from '@runtime/date'
import type { Clash } from '@runtime/form/merge/three-way'
import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { useId } from 'react'
import { useHost } from '../host'
import { clashLabel, clashText, useClashNames } from './clash-text'
import './conflict-panel.css'
import { type Side, useMerge } from './use-merge'

/** Who saved a record, and when (milliseconds), as far as that is known. */
export interface SavedBy {
  readonly savedBy?: string
  readonly savedAt?: number
}

/** Who and when alone, of something that says more. */
export function savedOf({ savedBy, savedAt }: SavedBy): SavedBy {
  return { ...(savedBy !== undefined && { savedBy }), ...(savedAt !== undefined && { savedAt }) }
}

const MOMENT = 'yyyy-MM-dd HH:mm:ss'
const SIDES: readonly Side[] = ['stored', 'mine']

/**
 * Somebody else saved first. What only that one changed is taken over; of what both changed it is chosen which is kept. What
 * is chosen stands in the form at once; what was typed is kept beside it until the form is saved, and comes back when it is
 * chosen again.
 */
export function ConflictPanel({
  store,
  stored,
  base,
  among,
  savedBy,
  savedAt,
  onSave,
  onChosen,
}: SavedBy & {
  readonly store: FormStore
  /** The record as somebody else saved it. */
  readonly stored: FormRecord
  /** The record as it was when it was begun to be filled in; absent: unknown, and all that differs is asked. */
  readonly base?: FormRecord | undefined
  /** Fields that it is about, by path; absent: all. */
  readonly among?: ReadonlySet<string>
  /** Saves the form as it then is over what is stored. */
  readonly onSave: () => void
  /** After each choice: from now on any other way of saving is over what is stored, too. */
  readonly onChosen?: () => void
}) {
  const host = useHost()
  const id = useId()
  const { clashes, taken, chosen, choose } = useMerge(store, stored, base, among, onChosen)
  useClashNames(clashes, store, host)
  const asks = clashes.length > 0
  // What the server alone gives changes with every save, which tells nobody anything.
  const told = taken.filter(({ field }) => field.definition?.server === undefined)
  const time = savedAt === undefined ? '' : formatDate(savedAt, MOMENT, host.timeZone ?? null)
  const textIn = (clash: Clash, side: Side) => {
    const mine = () => (chosen.has(clash.key) ? chosen.get(clash.key) : clash.mine)
    return clashText(clash, side === 'stored' ? clash.theirs : mine(), store, host)
  }
  return (
    <section className="loam-conflict" role="alert">
      <h3>
        <IconExclamationCircleFill aria-hidden="true" /> {host.text('@view.conflictTitle')}
      </h3>
      {time !== '' && (
        <p>
          {savedBy === undefined
            ? host.text('@view.conflictAt', { time })
            : host.text('@view.conflictBy', { name: savedBy, time })}
        </p>
      )}
      <p>
        {host.text(
          asks
            ? '@view.conflictText'
            : taken.length > 0 || base
              ? '@view.conflictMerged'
              : '@view.conflictSame',
        )}
      </p>
      {told.length > 0 && (
        <p>
          {host.text('@view.conflictTaken', {
            fields: told.map(({ field }) => host.text(field.label)).join(host.text('@server.comma')),
          })}
        </p>
      )}
      {asks && (
        <table>
          <thead>
            <tr>
              <th scope="col">{host.text('@view.conflictField')}</th>
              <th scope="col" id={`${id}stored`}>
                {host.text('@view.conflictStored')}
              </th>
              <th scope="col" id={`${id}mine`}>
                {host.text('@view.conflictMine')}
              </th>
            </tr>
          </thead>
          <tbody>
            {clashes.map((clash, index) => (
              <tr key={clash.key}>
                <th scope="row" id={`${id}${index}`}>
                  {clashLabel(clash, host)}
                </th>
                {SIDES.map((side) => (
                  <td key={side}>
                    <label>
                      <input
                        type="radio"
                        name={`${id}${clash.key}`}
                        checked={chosen.has(clash.key) === (side === 'stored')}
                        aria-labelledby={`${id}${side} ${id}${side}${index}`}
                        aria-describedby={`${id}${index}`}
                        onChange={() => choose([clash], side)}
                      />
                      <span id={`${id}${side}${index}`}>{textIn(clash, side)}</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="loam-conflict-acts">
        {asks && (
          <Button size="small" onClick={() => choose(clashes, 'stored')}>
            {host.text('@view.takeStored')}
          </Button>
        )}
        <Button size="small" type="primary" onClick={onSave}>
          {host.text(asks ? (chosen.size > 0 ? '@view.saveChosen' : '@view.saveMine') : '@view.saveMerged')}
        </Button>
      </div>
    </section>
  )
}
