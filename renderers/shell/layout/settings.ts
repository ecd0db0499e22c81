import { STORAGE_PREFIX } from '@services/client'
import { proxy, subscribe } from 'valtio/vanilla'

/** The documented layouts (`spec/shell-and-monitoring.md §2.3`); the first is what anything else is treated as. */
export const LAYOUTS = ['classic', 'functional', 'blend', 'plain'] as const
export type LayoutType = (typeof LAYOUTS)[number]

export const SIZES = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof SIZES)[number]

/** Which frame the window is wide enough for. */
const DEVICES = ['desktop', 'mobile'] as const
type Device = (typeof DEVICES)[number]

/** How the frame looks on this device, under the documented names (`spec/shell-and-monitoring.md §3`). */
export interface Settings {
  layoutType: LayoutType
  size: Size
  /** Whether the visited views stand as tabs. */
  tagsView: boolean
  tagsIcon: boolean
  /** Whether views that one left keep their state. */
  useCache: boolean
  showLanguage: boolean
  showSearch: boolean
  /** Whether the side menu shows its words. */
  sidebar: boolean
  /** Whether logo and name stand above the side menu. */
  sidebarLogo: boolean
  /** Kept as documented. Views scroll by themselves here, so that the top bar stands still either way. */
  fixedHeader: boolean
  device: Device
  /** Id of the project chosen in the system for high-standard farmland. */
  project: string
}

const DEFAULTS: Settings = {
  layoutType: 'classic',
  size: 'default',
  tagsView: true,
  tagsIcon: false,
  useCache: true,
  showLanguage: true,
  showSearch: true,
  sidebar: true,
  sidebarLogo: true,
  fixedHeader: false,
  device: 'desktop',
  project: '',
}

/** Valtio proxy; what is changed is kept on this device at once, each member under its own key. */
export const settings: Settings = proxy(stored())

subscribe(settings, () => {
  for (const name of names()) {
    const text = written(settings[name])
    if (localStorage.getItem(STORAGE_PREFIX + name) !== text)
      localStorage.setItem(STORAGE_PREFIX + name, text)
  }
})

/** Anything but the four documented names is classic. */
export function layoutOf(name: unknown): LayoutType {
  return LAYOUTS.find((known) => known === name) ?? 'classic'
}

/** Takes the layout that an account keeps; one that keeps none leaves this device as it is. */
export function followLayout(theme: unknown): void {
  if (typeof theme === 'string' && theme !== '') settings.layoutType = layoutOf(theme)
}

function names(): readonly (keyof Settings)[] {
  return Object.keys(DEFAULTS) as (keyof Settings)[]
}

function stored(): Settings {
  const read = (name: keyof Settings) => localStorage.getItem(STORAGE_PREFIX + name)
  const flag = (name: keyof Settings) => {
    const text = read(name)
    return text === null ? Boolean(DEFAULTS[name]) : text === '1'
  }
  return {
    layoutType: layoutOf(read('layoutType')),
    size: SIZES.find((size) => size === read('size')) ?? DEFAULTS.size,
    tagsView: flag('tagsView'),
    tagsIcon: flag('tagsIcon'),
    useCache: flag('useCache'),
    showLanguage: flag('showLanguage'),
    showSearch: flag('showSearch'),
    sidebar: flag('sidebar'),
    sidebarLogo: flag('sidebarLogo'),
    fixedHeader: flag('fixedHeader'),
    device: DEVICES.find((device) => device === read('device')) ?? DEFAULTS.device,
    project: read('project') ?? DEFAULTS.project,
  }
}

/** Flags stand as 1 and 0 (`spec/shell-and-monitoring.md §3`: sidebar 1 open, 0 closed). */
function written(value: Settings[keyof Settings]): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : value
}
