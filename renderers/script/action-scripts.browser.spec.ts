import { testHost } from '@renderers/testing'
import { expect, it } from 'vitest'
import { runScriptOfAction } from './index'

it('answers what a function of an action returned of what it was given', async () => {
  const rows = [{ area: 3 }, { area: 4.5 }]
  const source = '({ rows }) => rows.reduce((sum, { area }) => sum + area, 0)'
  expect(await runScriptOfAction(source, { rows }, testHost())).toBe(7.5)
})

it.each([
  ['throws', '() => { throw new Error("没有水") }', /没有水/],
  ['is no function of JavaScript', '({ rows) =>', /./],
  ['never ends', '() => { for (;;) {} }', /./],
])('says why a function failed that %s', async (_what, source, reason) => {
  await expect(runScriptOfAction(source, {}, testHost())).rejects.toThrow(reason)
})
