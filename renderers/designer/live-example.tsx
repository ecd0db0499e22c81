import { nodes } from '@runtime/page'
import { examples, type NodeExample } from '@runtime/page/examples'
import { verbExamples, verbPage } from '@runtime/page/examples/verbs'
import { catalogue } from '@widgets/definitions'
import { CallSample } from './call-sample'
import { FunctionSample } from './function-sample'
import { LiveNode } from './node-sample'
import { WidgetSample } from './widget-sample'

/** What a registry has under a name, at work; nothing where there is nothing to be tried. */
export function LiveExample({ kind, name }: { readonly kind: string; readonly name: string }) {
  if (kind === 'function') return <FunctionSample name={name} />
  if (kind === 'call') return <CallSample name={name} />
  const widget = kind === 'widget' ? catalogue.get(name) : undefined
  if (widget) return <WidgetSample definition={widget} />
  const example = exampleOf(kind, name)
  return example ? <LiveNode name={name} title={nodes.get(name)?.title ?? name} example={example} /> : null
}

function exampleOf(kind: string, name: string): NodeExample | undefined {
  if (kind === 'node') return (examples as Readonly<Record<string, NodeExample>>)[name]
  const verb = kind === 'verb' ? verbExamples[name] : undefined
  return verb && !verb.isRead ? verbPage(verb) : undefined
}
