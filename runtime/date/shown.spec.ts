import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shownMoment } from './shown'

const EVENING_UTC = Date.UTC(2026, 5, 1, 20, 20)

describe('a moment', () => {
  it('is shown in the zone that is named, not in the reader’s', () => {
    const at = (zone: string) =>
      shownMoment(EVENING_UTC, 'sv-SE', { dateStyle: 'short', timeStyle: 'short' }, zone)
    expect(at('Asia/Shanghai')).toBe('2026-06-02 04:20')
    expect(at('America/New_York')).toBe('2026-06-01 16:20')
  })

  it('is formatted here alone: nothing that people see goes by a zone of its own', () => {
    const own = ['renderers', 'widgets']
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => !/\.spec\.tsx?$|\/specs\//.test(file))
      .filter((file) =>
        /DateTimeFormat\(|toLocale(Date|Time)String|\.get(Hours|Minutes|Date|Day|Month)\(/.test(
          readFileSync(file, 'utf8'),
        ),
      )
    expect(own).toEqual([])
  })
})
