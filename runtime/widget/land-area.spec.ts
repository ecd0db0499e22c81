import { expect, it } from 'vitest'
import { hectaresText, isMu } from './land-area'

it('knows the 亩 in each language, and nothing else', () => {
  expect(['亩', ' 畝', 'Mu'].map(isMu)).toEqual([true, true, true])
  expect(['m³', '亩均', ''].map(isMu)).toEqual([false, false, false])
})

it('tells an area in hectares, to two decimals', () => {
  expect([225, 39_500, 1, 0].map(hectaresText)).toEqual(['15.00', '2,633.33', '0.07', '0.00'])
  expect([null, '225', Number.NaN].map(hectaresText)).toEqual(['', '', ''])
})
