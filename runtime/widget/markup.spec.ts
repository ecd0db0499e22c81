import { growsLinearly } from '@tests/growth'
import { describe, expect, it } from 'vitest'
import { allowedAttribute, imagesIn, isSafeLink } from './markup'
import { markupText } from './markup-text'

describe('markup', () => {
  it('reads as lines of words', () => {
    const html =
      '<h2>灌溉&amp;墒情</h2><p>一 &lt; 二&nbsp;&#x4e09;&#26408;</p><p><br></p><ul><li>甲</li><li>乙</li></ul><script>坏</script>'
    expect(markupText(html)).toBe('灌溉&墒情\n一 < 二 三木\n甲\n乙')
    expect(markupText('&unknown; &#1114112; 5 < 6')).toBe('&unknown; &#1114112; 5 < 6')
  })

  it('keeps what only looks like a tag, and drops what is said beside the text', () => {
    expect(markupText('a < b, c<d')).toBe('a < b, c<d')
    expect(markupText('一<!-- <p> -->二<STYLE>x</style >三<svg><title>t</title></svg>四')).toBe('一二三四')
    expect(markupText('甲<!-- 乙 <script>丙')).toBe('甲<!-- 乙 丙')
    expect(markupText('甲  \t\n\n \u00a0\n 乙 ')).toBe('甲\n 乙')
  })

  it.each([
    ['blanks', ' '],
    ['blanks and breaks', ' &nbsp;<br> x'],
    ['tags without an end', '<a '],
    ['comments without an end', '<!--'],
    ['elements without an end', '<script '],
    ['several elements without an end', '<svg><style><script>'],
    ['ends without an element', '</script'],
    ['entities without an end', '&#xaaaaaa'],
    ['paragraphs', '<p>一</p>'],
  ])('reads %s in a time that grows as the text does', (_, part) => {
    expect(growsLinearly((size) => `x${part.repeat(size)}x`, markupText)).toBe(true)
  })

  it('knows the files that it shows', () => {
    const id = `${'a'.repeat(32)}.png`
    expect(
      imagesIn(`<p><img width=1 src="/api/file/Image/annexpic/${id}"><img src='/api/file/Image/x/1'></p>`),
    ).toEqual([id])
    expect(imagesIn(null)).toEqual([])
  })

  it('tells links from scripts', () => {
    for (const good of ['https://a.cn', 'http://a.cn', 'mailto:a@b', 'tel:110', '/a', '#a'])
      expect(isSafeLink(good)).toBe(true)
    for (const bad of ['javascript:1', ' java\nscript:1', '//a.cn', '/\\a.cn', 'data:x', 'ftp://a', 'a', ''])
      expect(isSafeLink(bad)).toBe(false)
  })

  it('keeps of a style what the editor writes', () => {
    const style = (value: string) => allowedAttribute('span', 'style', value)
    expect(style('color:red; position: fixed;BACKGROUND-COLOR: rgb(1, 2, 3)')).toBe(
      'color: red; background-color: rgb(1, 2, 3)',
    )
    expect(style('color: url(x)')).toBeNull()
    expect(style('constructor: red')).toBeNull()
    expect(allowedAttribute('p', 'class', 'ql-align-right arco-btn ql-evil')).toBe('ql-align-right')
  })
})
