import { describe, expect, it } from 'vitest'
import { tileOrigins, tileSourcesFrom } from './tile-sources'

describe('LOAM_TILES', () => {
  it('is nothing unless it is set', () => {
    expect(tileSourcesFrom(undefined)).toEqual([])
    expect(tileSourcesFrom(' ')).toEqual([])
  })

  it('knows Tianditu and Gaode with their datum and where their pictures end', () => {
    const sources = tileSourcesFrom('[{"kind":"tianditu","token":"k1"},{"kind":"gaode","maxNativeZoom":17}]')
    expect(sources).toMatchObject([
      { key: 'tianditu', datum: 'CGCS2000', maxNativeZoom: 18, isDark: true, isOwn: false },
      { key: 'gaode', datum: 'GCJ02', grid: 'mercator', maxNativeZoom: 17 },
    ])
    expect(sources[0]?.urls).toHaveLength(2)
    expect(sources[0]?.urls[0]).toContain('tk=k1')
  })

  it('knows Tianditu by degrees too, and refuses a grid that nobody has', () => {
    const [source] = tileSourcesFrom('[{"kind":"tianditu","token":"k1","grid":"degrees"}]')
    expect(source).toMatchObject({ grid: 'degrees', datum: 'CGCS2000' })
    expect(source?.urls[0]).toContain('/img_c/wmts?')
    expect(source?.urls[1]).toContain('TILEMATRIXSET=c&')
    expect(() => tileSourcesFrom('[{"kind":"gaode","grid":"utm"}]')).toThrow(/entry 1/)
  })

  it('takes an address of one’s own', () => {
    const text =
      '[{"kind":"xyz","key":"osm","name":"OSM","url":"https://{s}.tile.example/{z}/{x}/{y}.png","subdomains":["a","b"]}]'
    expect(tileSourcesFrom(text)).toMatchObject([{ key: 'osm', name: 'OSM', datum: 'WGS84' }])
  })

  it.each([
    ['{', /no JSON/],
    ['{}', /JSON list/],
    ['[{"kind":"baidu"}]', /entry 1/],
    ['[{"kind":"tianditu"}]', /token/],
    ['[{"kind":"xyz"}]', /"url"/],
    ['[{"kind":"xyz","url":"https://a.example/{z}/{x}.png"}]', /\{y\}/],
    ['[{"kind":"gaode"},{"kind":"gaode"}]', /twice/],
    ['[{"kind":"xyz","url":"javascript:alert(1)"}]', /entry 1/],
  ])('refuses %s in a sentence', (text, sentence) => {
    expect(() => tileSourcesFrom(text)).toThrow(sentence)
  })

  it('opens the content policy to the configured hosts alone', () => {
    const sources = tileSourcesFrom(
      '[{"kind":"gaode"},{"kind":"xyz","url":"http://tiles.farm.example:8080/{z}/{x}/{y}.png"}]',
    )
    expect(tileOrigins(sources)).toEqual([
      'https://webst01.is.autonavi.com',
      'https://webst02.is.autonavi.com',
      'https://webst03.is.autonavi.com',
      'https://webst04.is.autonavi.com',
      'http://tiles.farm.example:8080',
    ])
    expect(tileOrigins([])).toEqual([])
  })
})
