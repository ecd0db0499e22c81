import { examples } from '@runtime/page/examples'
import { appears, point, press } from './drawn'
import { each, OTHER, type Pairs, pair, SAID, text } from './pair'

/** Told apart by every language. */
const MIXED = "select a from b where 'c' = 1 // d"
const LINES = 'a\n'.repeat(30)

export const content: Readonly<Record<string, Pairs>> = {
  text: each({ text: '别的', kind: 'code', icon: 'Plus' }),
  markdown: each({ text: '# 别的' }),
  code: {
    ...each({ title: '别的', code: '别的' }),
    language: pair({ code: MIXED }, { code: MIXED, language: 'javascript' }, appears('.cm-line span')),
    lines: pair({ code: LINES }, { code: LINES, lines: 3 }),
  },
  image: {
    ...each({ alt: '别的', caption: '别的', width: 100, height: 100, shape: 'round', fit: 'cover' }),
    src: pair({}, { src: String(examples.image.body['src']).replace('%238fc08a', '%23ffffff') }),
    instead: pair({ src: '' }, { src: '', instead: '别的' }),
    preview: pair({}, { preview: false }),
  },
  alert: each({ text: '别的', title: '别的', kind: 'error' }),
  result: each({ kind: 'warning', title: '别的', text: '别的', items: [text('别的')] }),
  iframe: each({ src: '/other.html', title: '别的', height: 200 }),
  button: {
    ...each({ text: '别的', icon: 'Plus', code: 'btn_other', danger: true, disabled: 'true', kind: 'text' }),
    reason: pair({ disabled: 'true' }, { disabled: 'true', reason: '因为' }, point('.loam-page button')),
    do: pair({ do: SAID }, { do: OTHER }, press('.loam-page button')),
  },
  toolbar: each({ title: '别的', items: [text('别的')] }),
  gallery: {
    kind: pair({ kind: 'node', name: 'text' }, { kind: 'widget', name: 'text' }),
    name: pair({ kind: 'node', name: 'text' }, { kind: 'node', name: 'alert' }),
  },
}
