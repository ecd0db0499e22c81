import { expect, it } from 'vitest'
import { sparkParts } from './spark'

const BOX = { width: 60, height: 20 }

it('is drawn from nothing up, and broken where a day is not known', () => {
  expect(sparkParts([0, 5, 10], BOX)).toEqual([
    [
      [0, 20],
      [30, 10],
      [60, 0],
    ],
  ])
  expect(sparkParts([10, null, 5, 10], BOX)).toEqual([
    [[0, 0]],
    [
      [40, 10],
      [60, 0],
    ],
  ])
})

it('lies at the bottom where there is nothing, and is none where nothing is known', () => {
  expect(sparkParts([0, 0], BOX)).toEqual([
    [
      [0, 20],
      [60, 20],
    ],
  ])
  expect(sparkParts([null, null], BOX)).toEqual([])
  expect(sparkParts([], BOX)).toEqual([])
  expect(sparkParts([7], BOX)).toEqual([[[0, 0]]])
})
