import { describe, expect, it } from 'vitest'
import {
  acceptNames,
  FILE_DEFAULTS,
  filesIn,
  isAccepted,
  isSmallEnough,
  normaliseFiles,
  SIZE_UNITS,
} from './files'

const translate = {
  text: (key: unknown) =>
    ({
      '@files.typeImage': '图片',
      '@files.typeVideo': '视频',
      '@files.typeAudio': '音频',
      '@files.typeSeparator': '、',
    })[String(key)] ?? String(key),
}
const file = (name: string, type = '') => ({ name, type, size: 1 })

describe('files', () => {
  it.each([
    ['KB', 1024],
    ['MB', 1_048_576],
    ['GB', 1_073_741_824],
  ] as const)('are below the limit in %s', (sizeUnit, bytes) => {
    expect(SIZE_UNITS[sizeUnit]).toBe(bytes)
    expect(isSmallEnough(2 * bytes - 1, { fileSize: 2, sizeUnit })).toBe(true)
    expect(isSmallEnough(2 * bytes, { fileSize: 2, sizeUnit })).toBe(false)
  })

  it('stand on the documented defaults and units', () => {
    expect(FILE_DEFAULTS).toMatchObject({ fileSize: 10, sizeUnit: 'MB', pathType: 'defaultPath' })
    expect(SIZE_UNITS).toEqual({ KB: 1024, MB: 1_048_576, GB: 1_073_741_824 })
  })

  it('are accepted by ending or by family', () => {
    expect(isAccepted(file('a.DOCX'), '.doc,.docx')).toBe(true)
    expect(isAccepted(file('a.doc.exe'), '.doc,.docx')).toBe(false)
    expect(isAccepted(file('a.bin', 'image/png'), 'image/*,.pdf')).toBe(true)
    expect(isAccepted(file('a.png', 'text/plain'), 'image/*')).toBe(false)
    for (const any of ['', '*', '*/*']) expect(isAccepted(file('a.exe'), any)).toBe(true)
  })

  it('are named as people call them', () => {
    expect(acceptNames('image/*,video/*,audio/*,.xls,.xlsx,.doc,.docx,.pdf,.txt', translate)).toBe(
      '图片、视频、音频、excel、word、pdf、txt',
    )
    expect(acceptNames('.dwg', translate)).toBe('dwg')
  })

  it('are read from what older versions stored', () => {
    expect(normaliseFiles('[{"name":"a","fileId":"1","url":"/u"}]')).toEqual([
      { name: 'a', fileId: '1', url: '/u' },
    ])
    expect(normaliseFiles('[broken')).toBe('[broken')
    expect(filesIn([{ name: 'a' }, null, { fileId: '2', name: 'b', url: '' }])).toHaveLength(1)
  })
})
