import { lazy } from '@widgets/shared/lazy'
import type { ComponentType } from 'react'
import type { MarkerKind } from '../store/kinds'
import type { PanelProps } from './panel-props'

/** Documented types of control panels (`spec/shell-and-monitoring.md §2.4`); pumps and spreaders have one more. */
export const CONTROL_TYPE = { valve: 0, group: 1, headWorks: 2 } as const
export type ControlType = (typeof CONTROL_TYPE)[keyof typeof CONTROL_TYPE]

type Panel = ComponentType<PanelProps>

const valve = lazy(async () => (await import('./valve/valve-panel')).ValvePanel)
const group = lazy(async () => (await import('./group/group-panel')).GroupPanel)
const pump = lazy(async () => (await import('./pump/pump-panel')).PumpPanel)
const spreader = lazy(async () => (await import('./pump/spreader-panel')).SpreaderPanel)

/** Panels that act on what is chosen, by its kind; fetched when somebody opens one. */
const PANELS: Partial<Record<MarkerKind, Partial<Record<ControlType, Panel>>>> = {
  VALVE_TWB: { [CONTROL_TYPE.valve]: valve, [CONTROL_TYPE.group]: group },
  VALVE_MAIN: { [CONTROL_TYPE.valve]: valve },
  PUMP: { [CONTROL_TYPE.headWorks]: pump },
  FERT: { [CONTROL_TYPE.headWorks]: spreader },
}

/** The panel of a kind and type; none is not offered. */
export const controlPanel = (kind: MarkerKind, type: ControlType): Panel | undefined => PANELS[kind]?.[type]
