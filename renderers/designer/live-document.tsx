import { compileForm } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { isRecord } from '@runtime/json'
import { compilePage } from '@runtime/page'
import { catalogue } from '@widgets/definitions'
import { useMemo } from 'react'
import { FormView, useFormStore } from '../form'
import { HostProvider } from '../host'
import { PageAddressProvider } from '../page/address'
import { OpenPage } from '../page/open-page'

export const DOCUMENT_KINDS = ['page', 'form', 'list'] as const
export type DrawnKind = (typeof DOCUMENT_KINDS)[number]

interface LiveDocumentProps {
  readonly kind: DrawnKind
  /** Of a document that the check found sound. */
  readonly content: unknown
  /** Where it is said to stand. */
  readonly file: string
  readonly label: string
  /** What its calls go through. */
  readonly host: Host
}

/** A document at work: examples of the handbook and the gallery, and what is being written. */
export function LiveDocument({ kind, content, file, label, host }: LiveDocumentProps) {
  return (
    <HostProvider host={host}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="loam-sample-node" tabIndex={0} aria-label={label}>
        {kind === 'form' ? (
          <LiveForm content={content} file={file} />
        ) : (
          <LivePage content={kind === 'list' ? pageOfList(content) : content} file={file} />
        )}
      </section>
    </HostProvider>
  )
}

function LivePage({ content, file }: Pick<LiveDocumentProps, 'content' | 'file'>) {
  const text = JSON.stringify(content)
  const plan = useMemo(() => compilePage(JSON.parse(text), { file }), [text, file])
  // The address is that of the page around.
  return (
    <PageAddressProvider value={null}>
      <OpenPage plan={plan} route="" />
    </PageAddressProvider>
  )
}

function LiveForm({ content, file }: Pick<LiveDocumentProps, 'content' | 'file'>) {
  const text = JSON.stringify(content)
  const plan = useMemo(
    () => compileForm(JSON.parse(text) as object, { id: file, catalogue, file }),
    [text, file],
  )
  return <Filled key={text} plan={plan} />
}

const EMPTY: FormRecord = {}

function Filled({ plan }: { readonly plan: FormPlan }) {
  return <FormView store={useFormStore(plan, EMPTY, 'new')} />
}

/** The call of the source that a list is drawn over. */
export const SAMPLE_ROWS = 'designer.rows'

/** A page that shows a list over rows of samples. */
function pageOfList(content: unknown) {
  const { $schema, ...list } = isRecord(content) ? content : {}
  return {
    title: '',
    data: { rows: { call: SAMPLE_ROWS } },
    body: { node: 'list', source: 'rows', ...list },
  }
}
