import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { useId, useState } from 'react'
import type { Group } from '../panels/group/group-card'
import { RecipeChoice } from './recipe-choice'
import { FRESH, forMode, MODES, type Schedule, type ScheduleInput, settingsOf } from './schedule'
import { Checks, Clock, Evapotranspiration, NumberOf, Soil, StartWindow } from './schedule-parts'

interface Props {
  readonly projectId: string
  readonly groups: readonly Group[]
  /** Null: a new one. */
  readonly schedule: Schedule | null
  readonly onSave: (input: ScheduleInput) => void
  readonly onRemove?: () => void
}

/** A schedule's settings; what its way does not need is not asked for. */
export function ScheduleForm({ projectId, groups, schedule, onSave, onRemove }: Props) {
  const { text: translate } = useHost()
  const id = useId()
  const [input, setInput] = useState<ScheduleInput>(() => (schedule ? settingsOf(schedule) : FRESH))
  const put = (members: Partial<ScheduleInput>) => setInput((known) => ({ ...known, ...members }))
  const isComplete =
    input.name.trim() !== '' &&
    input.groupIds.length > 0 &&
    (input.mode !== 'SOIL' || (input.soil?.deviceIds.length ?? 0) > 0) &&
    (input.mode !== 'ET' || Boolean(input.et?.deviceId && input.et.deficitMm > 0))
  return (
    <form
      className="loam-act-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(forMode(input))
      }}
    >
      <label htmlFor={`${id}-name`}>{translate('@irrigation.name')}</label>
      <input
        id={`${id}-name`}
        type="text"
        maxLength={50}
        value={input.name}
        onChange={({ target }) => put({ name: target.value })}
      />
      <label htmlFor={`${id}-mode`}>{translate('@irrigation.mode')}</label>
      <select
        id={`${id}-mode`}
        value={input.mode}
        onChange={({ target }) => put({ mode: target.value as ScheduleInput['mode'] })}
      >
        {MODES.map((mode) => (
          <option key={mode} value={mode}>
            {translate(`@irrigation.mode_${mode}`)}
          </option>
        ))}
      </select>
      <Clock cron={input.cron} onCron={(cron) => put({ cron })} />
      <StartWindow input={input} put={put} />
      <Checks
        legend={translate('@irrigation.groups')}
        options={groups.map((group) => ({ value: group.id, word: group.name }))}
        chosen={input.groupIds}
        onChosen={(groupIds) => put({ groupIds })}
      />
      <NumberOf
        label={translate('@irrigation.perGroupMinutes')}
        value={input.minutes ?? null}
        onValue={(minutes) => put({ minutes })}
      />
      {input.mode === 'VOLUME' && (
        <NumberOf
          label={translate('@irrigation.perGroupVolume')}
          value={input.targetM3 ?? null}
          onValue={(targetM3) => put({ targetM3 })}
        />
      )}
      {input.mode === 'SOIL' && <Soil projectId={projectId} input={input} put={put} />}
      {input.mode === 'ET' && <Evapotranspiration projectId={projectId} input={input} put={put} />}
      <RecipeChoice
        projectId={projectId}
        chosen={input.fertRecipeId ?? null}
        onChosen={(fertRecipeId) => put({ fertRecipeId })}
      />
      <div className="loam-act-buttons">
        <Button type="primary" htmlType="submit" disabled={!isComplete}>
          {translate('@irrigation.save')}
        </Button>
        {onRemove && (
          <Button status="danger" onClick={onRemove}>
            {translate('@irrigation.removeSchedule')}
          </Button>
        )}
      </div>
    </form>
  )
}
