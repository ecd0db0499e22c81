import { expect, it } from 'vitest'
import { followLayout, layoutOf, settings } from './settings'

/** Names under which settings are kept (`spec/shell-and-monitoring.md §3`), the look's own beside them. */
const DOCUMENTED = [
  'tagsView',
  'tagsIcon',
  'showLanguage',
  'showSearch',
  'project',
  'useCache',
  'fixedHeader',
  'sidebarLogo',
  'layoutType',
  'sidebar',
  'device',
  'size',
] as const

it('are kept on this device under their documented names, each by itself, flags as 1 and 0', async () => {
  expect(Object.keys(settings).sort()).toEqual([...DOCUMENTED].sort())
  settings.sidebar = false
  settings.layoutType = 'blend'
  settings.device = 'mobile'
  settings.size = 'mini'
  const kept = (name: string) => localStorage.getItem(`loam_${name}`)
  await expect.poll(() => kept('sidebar')).toBe('0')
  expect([kept('layoutType'), kept('device'), kept('size')]).toEqual(['blend', 'mobile', 'mini'])
  settings.sidebar = true
  await expect.poll(() => kept('sidebar')).toBe('1')
})

it('take anything but the four layouts for classic, and nothing from an account that keeps none', () => {
  expect(['classic', 'functional', 'plain', 'blend'].map(layoutOf)).toEqual([
    'classic',
    'functional',
    'plain',
    'blend',
  ])
  expect(['', 'top', undefined, null].map(layoutOf)).toEqual(Array(4).fill('classic'))
  followLayout('functional')
  expect(settings.layoutType).toBe('functional')
  followLayout('')
  expect(settings.layoutType).toBe('functional')
  followLayout('unheard of')
  expect(settings.layoutType).toBe('classic')
})
