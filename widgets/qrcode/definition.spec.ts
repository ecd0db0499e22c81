import { describe, expect, it } from 'vitest'
import { definition } from './definition'
import { modulesOf } from './drawing'

describe('qrcode', () => {
  it('stands on the documented defaults and reads a stored field', () => {
    expect(definition.defaults).toMatchObject({ width: 100, colorDark: '#000', colorLight: '#fff' })
    expect(definition.fromFormData?.({ width: 200, dataType: 'static', staticText: '农场' })).toEqual({
      width: 200,
      dataType: 'static',
      staticText: '农场',
    })
    expect(definition.fromFormData?.({ dataType: 'other' })).toEqual({ dataType: 'dynamic' })
  })

  it('is the smallest code at level L, and none for what is too long', () => {
    // 17 bytes fit version 1 (21 modules) at level L alone; 2,953 are the most of any version.
    expect(modulesOf('abcdefghijklmnopq')?.size).toBe(21)
    expect(modulesOf('abcdefghijklmnopqr')?.size).toBe(25)
    expect(modulesOf('x'.repeat(2953))?.size).toBe(177)
    expect(modulesOf('x'.repeat(2954))).toBeNull()
  })
})
