import { describe, expect, it } from 'vitest'
import { describeDevice } from './device'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('a device by what its browser says', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
      'Chrome 141',
      'Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1`,
      'Edge 141',
      'Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; V2307A) ${WEBKIT} Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47`,
      'WeChat 8',
      'Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari 18',
      'iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140', 'Linux'],
    ['curl/8.5.0', '', ''],
  ])('%s', (userAgent, browser, system) => {
    expect(describeDevice(userAgent)).toEqual({ browser, system })
  })
})
