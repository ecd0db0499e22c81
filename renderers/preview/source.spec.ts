import { describe, expect, it } from 'vitest'
import { previewOf, whyNotShown } from './source'

const kind = (type: string, name: string, fileSize = 10) => previewOf({ type, name, fileSize, url: '' })
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('how a file is shown', () => {
  it.each([
    ['image/png', 'a.png', 'image'],
    ['image/png', 'a.pdf', 'image'],
    ['application/pdf', 'a.bin', 'pdf'],
    [DOCX, 'a.docx', 'word'],
    ['application/zip', 'a.xlsx', 'sheet'],
    ['application/x-cfb', 'a.xls', 'sheet'],
    ['application/x-cfb', 'a.doc', 'none'],
    ['text/plain; charset=utf-8', 'a.csv', 'sheet'],
    ['text/plain; charset=utf-8', 'a.log', 'text'],
    ['application/octet-stream', '旧.txt', 'text'],
    ['video/mp4', 'a.mp4', 'video'],
    ['audio/mpeg', 'a.mp3', 'audio'],
    ['application/octet-stream', 'a.svg', 'none'],
    ['application/octet-stream', 'a.png', 'none'],
    ['application/octet-stream', 'a.docx', 'none'],
    ['image/tiff', 'a.tif', 'none'],
    ['application/zip', 'a.zip', 'none'],
  ])('%s called %s as %s', (type, name, expected) => {
    expect(kind(type, name)).toBe(expected)
  })

  it.each([
    ['application/x-cfb', '旧合同.DOC', 10, '@preview.oldWord'],
    ['application/zip', 'a.zip', 10, '@preview.unknown'],
    ['text/plain', 'a.txt', 5 * 2 ** 20 + 1, '@preview.tooLarge'],
  ])('%s called %s of %i bytes is not, for this reason: %s', (type, name, fileSize, reason) => {
    expect(whyNotShown({ type, name, fileSize, url: '' })).toBe(reason)
  })

  it('is not at all where it is too large to be read into the page', () => {
    expect(kind('text/plain', 'a.txt', 5 * 2 ** 20 + 1)).toBe('none')
    expect(kind('video/mp4', 'a.mp4', 2 ** 40)).toBe('video')
  })
})
