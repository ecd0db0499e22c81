import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCompiled } from './compiled.mjs'

const DIGEST = 32
let folder: string
let file: string
let kept: string

const program = (word: string) => `function answer() { return '${word}' } globalThis.answered = answer()`

/** Runs it, and tells what it said and whether it ran from what was kept. */
function run() {
  const isKept = runCompiled(file)
  const said = Reflect.get(globalThis, 'answered')
  Reflect.deleteProperty(globalThis, 'answered')
  return { isKept, said }
}

/** Changes a byte of what is kept. */
function damage(at: number): Buffer {
  const bytes = readFileSync(kept)
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(kept, bytes)
  return bytes
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loam-compiled-'))
  file = join(folder, 'program.cjs')
  kept = `${file}.v8`
  writeFileSync(file, program('one'))
})

afterEach(() => rmSync(folder, { recursive: true }))

it('runs from what an earlier run has kept', () => {
  expect(run()).toEqual({ isKept: false, said: 'one' })
  expect(run()).toEqual({ isKept: true, said: 'one' })
})

it.each([
  ['damaged', () => damage(DIGEST + 200)],
  ['cut off', () => writeFileSync(kept, readFileSync(kept).subarray(0, -8))],
  ['empty', () => writeFileSync(kept, '')],
])('makes anew what is %s', (_, spoil) => {
  run()
  spoil()
  expect(run()).toEqual({ isKept: false, said: 'one' })
  expect(run()).toEqual({ isKept: true, said: 'one' })
})

it('makes anew what another Node has kept', () => {
  run()
  // V8 begins with a number of its own, then with that of its version.
  const code = damage(DIGEST + 4).subarray(DIGEST)
  const digest = createHash('sha256').update(program('one')).update(code).digest()
  // Under a name of its own: V8 remembers by itself what it compiled in this process.
  file = join(folder, 'other.cjs')
  kept = `${file}.v8`
  writeFileSync(file, program('one'))
  writeFileSync(kept, Buffer.concat([digest, code]))
  expect(run()).toEqual({ isKept: false, said: 'one' })
  expect(run()).toEqual({ isKept: true, said: 'one' })
})

it('runs the program that is there, though another of its length was kept', () => {
  run()
  writeFileSync(file, program('two'))
  expect(run()).toEqual({ isKept: false, said: 'two' })
})
