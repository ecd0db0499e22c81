import { describe, expect, it } from 'vitest'
import { sharesOf } from './shares'

const turn = (groupId: string, from: number, to: number, id = `R:${groupId}`, flow = 0) => ({
  id,
  runId: id.split(':')[0] ?? '',
  flow,
  groupId,
  operator: '王磊',
  recipe: '尿素',
  from,
  to,
})

describe('a pump’s run', () => {
  it('is cut where the turns of groups end, the overlap counting for the later', () => {
    expect(sharesOf({ from: 0, to: 100 }, [turn('G05', 10, 50), turn('G06', 45, 90)], 5)).toEqual([
      { part: 1, turnId: null, groupId: null, operator: '', recipe: '', from: 0, to: 10 },
      { part: 1, turnId: 'R:G05', groupId: 'G05', operator: '王磊', recipe: '尿素', from: 10, to: 45 },
      { part: 1, turnId: 'R:G06', groupId: 'G06', operator: '王磊', recipe: '尿素', from: 45, to: 90 },
      { part: 1, turnId: null, groupId: null, operator: '', recipe: '', from: 90, to: 100 },
    ])
  })

  it('is two where a group has two turns, one after the other', () => {
    const turns = [turn('G05', 0, 50, 'R1:0'), turn('G05', 50, 100, 'R2:0')]
    expect(sharesOf({ from: 0, to: 100 }, turns, 5).map(({ turnId, to }) => [turnId, to])).toEqual([
      ['R1:0', 50],
      ['R2:0', 100],
    ])
  })

  it('leaves out short times before and after that are nobody’s', () => {
    expect(sharesOf({ from: 8, to: 52 }, [turn('G05', 10, 50)], 5)).toEqual([
      { part: 1, turnId: 'R:G05', groupId: 'G05', operator: '王磊', recipe: '尿素', from: 10, to: 50 },
    ])
  })

  it('without a turn is by hand', () => {
    expect(sharesOf({ from: 0, to: 100 }, [turn('G05', 100, 200)], 5)).toEqual([
      { part: 1, turnId: null, groupId: null, operator: '', recipe: '', from: 0, to: 100 },
    ])
  })

  it('outside of a long turn is that turn’s alone', () => {
    expect(sharesOf({ from: 20, to: 30 }, [turn('G05', 0, 100)], 5)).toEqual([
      { part: 1, turnId: 'R:G05', groupId: 'G05', operator: '王磊', recipe: '尿素', from: 20, to: 30 },
    ])
  })

  it('while runs water beside each other is each turn’s in part, by what its group is designed for', () => {
    const turns = [turn('G05', 0, 60, 'R1:0', 90), turn('G06', 20, 100, 'R2:0', 30)]
    const parts = sharesOf({ from: 0, to: 100 }, turns, 5).map(({ turnId, from, to, part }) => [
      ...[turnId, from, to, part],
    ])
    expect(parts).toEqual([
      ['R1:0', 0, 20, 1],
      ['R1:0', 20, 60, 0.75],
      ['R2:0', 20, 60, 0.25],
      ['R2:0', 60, 100, 1],
    ])
    const unknown = turns.map((one) => ({ ...one, flow: 0 }))
    expect(sharesOf({ from: 20, to: 60 }, unknown, 5).map(({ part }) => part)).toEqual([0.5, 0.5])
  })
})
