import { describe, expect, it } from 'vitest'
import { allowedAttribute, imagesIn, isSafeLink, markupText } from './markup'

describe('markup', () => {
  it('reads as lines of words', () => {
    const html =
      '<h2>灌溉&amp;墒情</h2><p>一 &lt; 二&nbsp;&#x4e09;&#26408;</p><p><br></p><ul><li>甲</li><li>乙</li></ul><script>坏</script>'
    expect(markupText(html)).toBe('灌溉&墒情\n一 < 二 三木\n甲\n乙')
    expect(markupText('&unknown; &#1114112; 5 < 6')).toBe('&unknown; &#1114112; 5 < 6')
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
