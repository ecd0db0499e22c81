import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyJsonText } from '../../tests/fixtures/json-texts'
import { laidOut, readLossless } from '../lossless'
import { applyCommand } from './command'
import { modelTexts, openModel } from './document'
import { partText, writingText } from './text'

const opened = (formData: string) => openModel({ formData })

function written(formData: string, text: string) {
  const document = opened(formData)
  const made = writingText(document, 'formData', text)
  if ('fault' in made) return made
  const applied = made.command && applyCommand(document.tree, made.command)
  return {
    text: modelTexts(applied ? { ...document, tree: applied.tree } : document).formData,
    applied,
    document,
  }
}

const objects = anyJsonText.filter((text) => /^\s*[[{]/.test(text))
const compact = (text: string) => {
  const read = readLossless(text)
  return read.fault ? '' : laidOut(read.value)
}

describe('a part of a model as text', () => {
  it('says every number and text as it is stored', () => {
    const text = '{"a":1.0,"\\u4e2d":[ 12345678901234567890, "\\u4e2d" ],"b":{}}'
    expect(partText(opened(text), 'formData')).toBe(
      '{\n  "a": 1.0,\n  "\\u4e2d": [\n    12345678901234567890,\n    "\\u4e2d"\n  ],\n  "b": {}\n}',
    )
  })

  it('that is laid out and nothing else is no step', () => {
    fc.assert(
      fc.property(objects, (text) => {
        const read = readLossless(text)
        // Of a key that stands twice the first cannot be shown again.
        if (read.fault || compact(laidOut(read.value, 2)) !== laidOut(read.value)) return
        expect(written(text, partText(opened(text), 'formData'))).toMatchObject({ applied: null, text })
      }),
      { numRuns: 200 },
    )
  })

  it('becomes what is written, whatever that is, and the step goes back to the byte', () => {
    fc.assert(
      fc.property(objects, objects, (one, other) => {
        const made = written(one, other)
        if ('fault' in made) throw new Error('sound text was refused')
        const read = readLossless(made.text ?? '')
        expect(read.fault ? undefined : read.value).toEqual(JSON.parse(other))
        if (!made.applied) return
        const undone = applyCommand(made.applied.tree, made.applied.inverse)
        expect(modelTexts({ ...made.document, tree: undone?.tree ?? {} }).formData).toBe(one)
      }),
      { numRuns: 200 },
    )
  })

  it('changes by the least: what was not touched keeps its bytes', () => {
    const text = '{ "n": 1.0, "list": [ 1, 2.50, 3 ], "o": {"x": 1e2} }'
    const shown = partText(opened(text), 'formData')
    expect(written(text, shown.replace('2.50', '2.51'))).toMatchObject({ text: text.replace('2.50', '2.51') })
    expect(written(text, shown.replace('1.0', '1.00'))).toMatchObject({ text: text.replace('1.0', '1.00') })
    expect(written(text, shown.replace('    2.50,\n', ''))).toMatchObject({
      text: text.replace(' 2.50,', ''),
    })
  })

  it('that is no JSON says where, and mends one that was broken', () => {
    expect(written('{"a":1}', '{"a": }')).toMatchObject({ fault: { line: 1, column: 7 } })
    const mended = written('{"a": ', '{"a": 1}')
    expect(mended).toMatchObject({ text: '{"a":1}' })
  })
})
