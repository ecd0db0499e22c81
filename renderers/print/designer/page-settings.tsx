import {
  MARGIN_RANGE,
  MOST_COPIES,
  OPACITY_RANGE,
  PAPERS,
  type Page,
  type PaperName,
  SIDE_RANGE,
} from '@runtime/print'
import { RadioRow } from '@widgets/shared/radio-row'
import { useId } from 'react'
import { useHost } from '../../host'
import { SearchedSelect } from '../../searched-select'
import { EDGES, fitted, mostMargin, withMargin } from './geometry'
import { NumberRow, Row, TextRow } from './page-rows'
import './page-settings.css'
import type { TemplateDraft } from './template-draft'
import { usePage } from './use-draft'

const LINES = ['left', 'center', 'right'] as const
/** Characters of a line in a margin, of the watermark, and of a copy's name (`print.update`). */
const LINE_LENGTH = 200
const WATERMARK_LENGTH = 100
const COPY_LENGTH = 20

/** The sheet: its paper and margins, what stands in its margins and across it, and how often each record is printed. */
export function PageSettings({
  draft,
  isReadOnly,
}: {
  readonly draft: TemplateDraft
  readonly isReadOnly: boolean
}) {
  const page = usePage(draft)
  const parts = { page, isReadOnly, set: draft.setPage.bind(draft) }
  return (
    <div className="loam-print-page">
      <PaperRows {...parts} />
      <MarginRows {...parts} />
      <LineRows part="head" {...parts} />
      <LineRows part="foot" {...parts} />
      <WatermarkRows {...parts} />
      <CopyRows {...parts} />
    </div>
  )
}

interface PartProps {
  readonly page: Page
  readonly isReadOnly: boolean
  readonly set: TemplateDraft['setPage']
}

function PaperRows({ page, isReadOnly, set }: PartProps) {
  const host = useHost()
  const id = useId()
  const choose = (paper: Page['paper']) =>
    set(fitted({ ...page, paper, ...(paper === 'own' ? {} : PAPERS[paper]) }), 'paper')
  return (
    <fieldset disabled={isReadOnly}>
      <legend>{host.text('@printDesign.paper')}</legend>
      <Row id={id} label={host.text('@printDesign.size')}>
        <SearchedSelect
          id={id}
          aria-label={host.text('@printDesign.size')}
          size="small"
          disabled={isReadOnly}
          value={page.paper}
          onChange={choose}
          options={[...(Object.keys(PAPERS) as PaperName[]), 'own' as const].map((paper) => ({
            value: paper,
            label: paper === 'own' ? host.text('@printDesign.own') : sizeText(paper),
          }))}
        />
      </Row>
      {page.paper === 'own' &&
        (['width', 'height'] as const).map((side) => (
          <NumberRow
            key={side}
            label={host.text(`@printDesign.${side}`)}
            unit="mm"
            value={page[side]}
            {...SIDE_RANGE}
            isReadOnly={isReadOnly}
            onChange={(length) => set(fitted({ ...page, [side]: length }), side)}
          />
        ))}
      <div className="loam-print-row">
        <span>{host.text('@printDesign.direction')}</span>
        <RadioRow
          aria-label={host.text('@printDesign.direction')}
          type="button"
          size="small"
          disabled={isReadOnly}
          value={page.isLandscape}
          onChange={(isLandscape: boolean) => set(fitted({ ...page, isLandscape }), 'direction')}
          options={[
            { value: false, label: host.text('@printDesign.upright') },
            { value: true, label: host.text('@printDesign.landscape') },
          ]}
        />
      </div>
    </fieldset>
  )
}

const sizeText = (paper: PaperName) => `${paper}（${PAPERS[paper].width} × ${PAPERS[paper].height} mm）`

function MarginRows({ page, isReadOnly, set }: PartProps) {
  const host = useHost()
  return (
    <fieldset disabled={isReadOnly}>
      <legend>{host.text('@printDesign.margins')}</legend>
      {EDGES.map((edge) => (
        <NumberRow
          key={edge}
          label={host.text(`@printDesign.margin.${edge}`)}
          unit="mm"
          value={page.margins[edge]}
          min={MARGIN_RANGE.min}
          max={mostMargin(page, edge)}
          isReadOnly={isReadOnly}
          onChange={(size) => set({ margins: withMargin(page, edge, size) }, `margin ${edge}`)}
        />
      ))}
    </fieldset>
  )
}

/** Places that may stand in a line, for the words about them. */
const LINE_PLACES = { place: '{systemPrintTime}', page: '{page}', pages: '{pages}' }

function LineRows({ part, page, isReadOnly, set }: PartProps & { readonly part: 'head' | 'foot' }) {
  const host = useHost()
  return (
    <fieldset disabled={isReadOnly} data-part={part}>
      <legend>{host.text(`@printDesign.${part}`)}</legend>
      {LINES.map((side) => (
        <TextRow
          key={side}
          label={host.text(`@printDesign.line.${side}`)}
          value={page[part][side]}
          most={LINE_LENGTH}
          isReadOnly={isReadOnly}
          onChange={(text) => set({ [part]: { ...page[part], [side]: text } }, `${part} ${side}`)}
        />
      ))}
      <p>{host.text('@printDesign.lineHint', LINE_PLACES)}</p>
    </fieldset>
  )
}

function WatermarkRows({ page, isReadOnly, set }: PartProps) {
  const host = useHost()
  const { watermark } = page
  return (
    <fieldset disabled={isReadOnly} data-part="watermark">
      <legend>{host.text('@printDesign.watermark')}</legend>
      <TextRow
        label={host.text('@printDesign.watermarkText')}
        value={watermark.text}
        most={WATERMARK_LENGTH}
        isReadOnly={isReadOnly}
        onChange={(text) => set({ watermark: { ...watermark, text } }, 'watermark')}
      />
      <NumberRow
        label={host.text('@printDesign.opacity')}
        unit="%"
        value={Math.round(watermark.opacity * 100)}
        min={OPACITY_RANGE.min * 100}
        max={OPACITY_RANGE.max * 100}
        isReadOnly={isReadOnly}
        onChange={(percent) => set({ watermark: { ...watermark, opacity: percent / 100 } }, 'opacity')}
      />
    </fieldset>
  )
}

/** A place for each copy, and an empty one to name another in. */
function CopyRows({ page: { copies }, isReadOnly, set }: PartProps) {
  const host = useHost()
  const shown = copies.length < MOST_COPIES ? [...copies, ''] : copies
  return (
    <fieldset disabled={isReadOnly}>
      <legend>{host.text('@printDesign.copies')}</legend>
      {shown.map((copy, at) => (
        <TextRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a copy is known by its place; its name is being typed.
          key={at}
          label={host.text('@printDesign.copy', { number: at + 1 })}
          value={copy}
          most={COPY_LENGTH}
          isReadOnly={isReadOnly}
          onChange={(name) => {
            const next = [...copies]
            next[at] = name
            set({ copies: next.filter((one) => one !== '') }, `copy ${at}`)
          }}
        />
      ))}
      <p>{host.text('@printDesign.copyHint')}</p>
    </fieldset>
  )
}
