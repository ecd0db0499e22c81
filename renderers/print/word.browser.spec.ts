import { PLAIN_PAGE } from '@runtime/print'
import { expect, it } from 'vitest'
import { wordDocument } from './word'

it('has the sheet’s size, and leaves out pictures that are not to be had', async () => {
  const page = { ...PLAIN_PAGE, isLandscape: true }
  const none = { left: '', center: '', right: '' }
  const parts = ['<p>一</p><img src="/none.png">', '<p>二</p>'].map((body) => ({
    body,
    head: none,
    foot: none,
  }))
  const text = await (await wordDocument({ page, parts })).text()
  expect(text.match(/Content-Type: image/g)).toBeNull()
  expect(text.match(/Content-Type: text\/html/g)).toHaveLength(1)
  const [, encoded = ''] = /page\.html\r\n\r\n([\w+/=\r\n]+?)\r\n--/.exec(text) ?? []
  const bytes = Uint8Array.from(atob(encoded.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
  const html = new TextDecoder().decode(bytes)
  expect(html).toContain(
    '@page Section1 { size: 297mm 210mm; mso-page-orientation: landscape; margin: 15mm 15mm 15mm 15mm }',
  )
  expect(html.match(/page-break-before: always/g)).toHaveLength(1)
})
