import { describe, expect, it } from 'vitest'
import { METRICS } from './kinds'
import { deviceTopic, gatewayTopic, parseTopic } from './topics'

describe('a topic', () => {
  it('is taken apart as it was put together', () => {
    expect(parseTopic(deviceTopic('P1', 'GW-3', 'T1-03-05', 'tele'))).toEqual({
      project: 'P1',
      gateway: 'GW-3',
      device: 'T1-03-05',
      channel: 'tele',
    })
    expect(parseTopic(gatewayTopic('P1', 'GW-3', 'status'))).toEqual({
      project: 'P1',
      gateway: 'GW-3',
      channel: 'status',
    })
  })

  it('that is not of the project’s form is nobody’s', () => {
    for (const foreign of [
      '',
      'sf/v1',
      'sf/v2/p/g/status',
      'sf/v1/p/g/tele',
      'sf/v1/p/g/d/status',
      'sf/v1/p//d/tele',
      'sf/v1/p/g/d/tele/x',
    ])
      expect(parseTopic(foreign), foreign).toBeNull()
  })
})

describe('the metrics', () => {
  it('have each a code, a name and a range of their own', () => {
    expect(new Set(METRICS.map(({ code }) => code)).size).toBe(METRICS.length)
    expect(new Set(METRICS.map(({ name }) => name)).size).toBe(METRICS.length)
    expect(METRICS.filter(({ min, max }) => min >= max)).toEqual([])
  })
})
