import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { Icon } from '../../icon'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

const CodeView = lazy(async () => (await import('../../code')).CodeView)

export function CodeNode({ node: { title, code, language, lines } }: NodeProps<'code'>) {
  const { screen, scope } = useNodeContext()
  const { host } = screen
  const label = screen.text(title, scope)
  const text = code.evaluate(scope)
  const copy = async () => {
    await host.copy(text)
    host.toast('success', host.text('@page.copied'))
  }
  return (
    <section className="loam-node-code" aria-label={label}>
      <header>
        <span>{label}</span>
        <Button size="small" type="text" icon={<Icon name="Copy" />} onClick={() => void copy()}>
          {host.text('@common.copy')}
        </Button>
      </header>
      <LazyFallback shown={<pre className="loam-node-text-code">{text}</pre>}>
        <CodeView label={label} text={text} language={language} lines={lines} />
      </LazyFallback>
    </section>
  )
}
