import { HARMFUL, HOSTILE } from '@tests/fixtures/hostile-markup'
import { describe, expect, it } from 'vitest'
import { sanitise } from './sanitise'

const GOOD = `/api/file/Image/annexpic/${'0'.repeat(32)}.png`

describe('rich text as the server keeps it', () => {
  it.each(HOSTILE)('is harmless after %s', (html) => {
    const clean = sanitise(html)
    expect(clean.replace(/&lt;[\s\S]*/, '')).not.toMatch(HARMFUL)
    expect(sanitise(clean)).toBe(clean)
  })

  it('keeps all that the editor writes', () => {
    const html = [
      '<h1 class="ql-align-center">一</h1><h6 class="ql-direction-rtl">六</h6>',
      '<p class="ql-indent-3"><strong>粗</strong><em>斜</em><u>下</u><s>删</s></p>',
      '<p><span class="ql-size-huge" style="color: rgb(230, 0, 0); background-color: #ff0">大</span></p>',
      '<blockquote>引</blockquote>',
      '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block">a &lt; b</div></div>',
      '<ol><li data-list="bullet">点</li><li data-list="ordered" class="ql-indent-1">一</li></ol>',
      `<p><a href="https://a.cn/x?y=1&amp;z=2">链</a><a href="mailto:a@b.cn">信</a><img src="${GOOD}" width="120" /></p>`,
    ].join('')
    expect(sanitise(html)).toBe(html)
  })
})
