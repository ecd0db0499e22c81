import { describe, expect, it } from 'vitest'
import { ACK_CODE } from '../topics'
import {
  type Cause,
  causeOfCommand,
  causeOfRule,
  causeOfTrip,
  isSameCause,
  nearerCause,
  tellsBetter,
} from './cause'
import { EVENTS } from './rule'

const state = (word: string) => causeOfRule({ source: 'event', signal: EVENTS.fault }, word)
const event = (word: string) => causeOfRule({ source: 'event', signal: EVENTS.any }, word)

describe('one cause', () => {
  it('is what state, event and command say of one fault', () => {
    const stall = causeOfRule({ source: 'event', signal: 'MOTOR_STALL' }, 'MOTOR_STALL')
    for (const other of [
      state('MOTOR_STALL'),
      causeOfCommand('motion', String(ACK_CODE.stalled)),
      causeOfCommand('motion', 'OFF_TARGET'),
      causeOfCommand('motion', null),
    ])
      expect(isSameCause(stall, other), other).toBe(true)
    expect(isSameCause(event('DRY_RUN'), state('DRY_RUN'))).toBe(true)
  })

  it('is that a device cannot be reached, for its commands too', () => {
    const offline = causeOfRule({ source: 'event', signal: EVENTS.offline }, '')
    expect(isSameCause(offline, causeOfCommand('device', null))).toBe(true)
    expect(isSameCause(offline, causeOfCommand('verify', null))).toBe(true)
    expect(isSameCause(offline, causeOfCommand('motion', null))).toBe(false)
  })

  it('is what the platform trips a pump by and what the pump says of itself, not that it runs on', () => {
    const trip = causeOfTrip('DRY_RUN')
    for (const other of [event('DRY_RUN'), state('DRY_RUN')])
      expect(isSameCause(trip, other), other).toBe(true)
    const apart = [
      state('PRESSURE_HIGH'),
      causeOfTrip('PRESSURE_HIGH'),
      causeOfCommand('motion', null),
      'any',
    ]
    for (const other of apart) expect(isSameCause(trip, other as Cause), other).toBe(false)
    expect(isSameCause(causeOfTrip(undefined), event('DRY_RUN'))).toBe(false)
  })

  it('is not another fault, a value, another word, nor a local switch', () => {
    const apart: [Cause, Cause][] = [
      [state('MOTOR_STALL'), state('OVERHEAT')],
      [event('LEAK_SUSPECTED'), causeOfCommand('motion', null)],
      [causeOfRule({ source: 'metric', signal: 'pres' }, ''), 'any'],
      [state('MOTOR_STALL'), causeOfCommand('motion', String(ACK_CODE.local))],
      ['', ''],
    ]
    for (const [one, other] of apart) expect(isSameCause(one, other), `${one} ${other}`).toBe(false)
  })

  it('is kept by its nearest name, whichever came first', () => {
    expect(nearerCause('fault:', 'fault:DRY_RUN')).toBe('fault:DRY_RUN')
    expect(nearerCause('fault:DRY_RUN', 'any')).toBe('fault:DRY_RUN')
    expect(nearerCause('event:DRY_RUN', 'fault:DRY_RUN')).toBe('fault:DRY_RUN')
  })

  it('is told by itself before what came of it, then by the graver', () => {
    const command = { type: 'COMMAND_FAILED', severity: 1 }
    const stall = { type: 'MOTOR_STALL', severity: 2 }
    expect(tellsBetter(stall, command)).toBe(true)
    expect(tellsBetter(command, stall)).toBe(false)
    expect(tellsBetter({ type: 'PUMP_FAULT', severity: 1 }, { type: 'DRY_RUN', severity: 3 })).toBe(true)
  })
})
