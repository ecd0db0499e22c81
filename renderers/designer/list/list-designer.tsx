import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconSettings } from '@arco-design/web-react/icon'
import { changeWords } from '@runtime/design/diff'
import type { ListPart } from '@runtime/design/list/copies'
import { phoneDifferences } from '@runtime/design/list/differences'
import type { ItemList } from '@runtime/design/list/edits'
import { listIn } from '@runtime/design/list/entries'
import { hasHeaders, putInto } from '@runtime/design/list/headers'
import { indexOfChoice, type ListChoice, subjectOfList, THE_LIST } from '@runtime/design/list/subject'
import type { DesignSession } from '@runtime/design/session'
import type { FormPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import { RadioRow } from '@widgets/shared/radio-row'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { recordsIn } from '../../list'
import { ErrorNote } from '../../page/error-note'
import { useAnnouncer } from '../keys'
import { ListRowsProvider, SettingsInspector } from '../panel'
import { useNarrow } from '../use-narrow'
import { useSession } from '../use-session'
import { ButtonAdding, CustomAdding, FieldAdding, HeaderAdding } from './adding'
import { Beginning } from './beginning'
import { ItemBar } from './item-bar'
import { headOf, ListCanvas } from './list-canvas'
import './list-designer.css'
import { ReadFields } from './read-fields'
import { RowsHead } from './rows-head'
import { sampleRows } from './sample-rows'
import { choiceOf, chosenIn, type ListActs, useListActs } from './use-list-acts'
import { useListPlan } from './use-list-plan'
import { type KeptModel, useRealRows } from './use-real-rows'

interface ListDesignerProps {
  readonly session: DesignSession
  /** The model whose records may be shown; absent: samples are. */
  readonly model?: KeptModel | undefined
  /** Its rows are those of a data interface: nothing acts on them. */
  readonly isView?: boolean
}

const PARTS: readonly ListPart[] = ['columnData', 'appColumnData']
const NAMES: Readonly<Record<ListPart, string>> = {
  columnData: '@listDesign.pc',
  appColumnData: '@listDesign.app',
}

/** The list of a model under design, that of the computer or of the phone: what is chosen in it stands at the right. */
export function ListDesigner({ session, model, isView = false }: ListDesignerProps) {
  const host = useHost()
  useSession(session)
  const [part, setPart] = useState<ListPart>('columnData')
  const [chosen, choose] = useState<ListChoice>(THE_LIST)
  const { plan: form, tree } = session
  const isThere = isRecord(tree[part])
  // What has left, by undo or another's step, is not chosen any more.
  const choice = chosen.of === 'list' || indexOfChoice(listIn(tree, part), chosen) >= 0 ? chosen : THE_LIST
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for all that stands in it.
    <div className="loam-list-design" onKeyDown={(event) => pressHistory(event, session)}>
      <header className="loam-list-design-head">
        <RadioRow
          type="button"
          size="small"
          aria-label={host.text('@listDesign.device')}
          value={part}
          onChange={(next: ListPart) => {
            setPart(next)
            choose(THE_LIST)
          }}
          options={PARTS.map((value) => ({ value, label: host.text(NAMES[value]) }))}
        />
        {part === 'appColumnData' && isThere && isRecord(tree.columnData) && (
          <Differences session={session} />
        )}
        {isView && <ReadFields session={session} />}
      </header>
      {!form && <ErrorNote message={host.text('@listDesign.noForm')} />}
      {form && !isThere && <Beginning session={session} form={form} part={part} />}
      {form && isThere && (
        <Designed key={part} {...{ session, form, part, model, choice, isView }} onChoose={choose} />
      )}
    </div>
  )
}

interface DesignedProps extends ListDesignerProps {
  readonly form: FormPlan
  readonly part: ListPart
  readonly choice: ListChoice
  readonly onChoose: (choice: ListChoice) => void
}

function Designed({ session, form, part, model, choice, onChoose, isView = false }: DesignedProps) {
  const host = useHost()
  const isNarrow = useNarrow()
  const [isSheet, showSheet] = useState(false)
  const { tell, announcer } = useAnnouncer()
  const acts = useListActs(session, part, tell)
  const canvas = useRef<HTMLElement>(null)
  const bars = useRef<HTMLDivElement>(null)
  // The button that made the list is gone: the keyboard goes on at what it has made.
  useEffect(() => {
    if (document.activeElement === document.body)
      bars.current?.querySelector<HTMLElement>('[data-item]')?.focus()
  }, [])
  const found = useListPlan({ session, form, part }, isView)
  const [round, again] = useState(0)
  const plan = 'list' in found ? found.list : null
  const real = useRealRows({ session, form, part, plan }, model, round)
  const key = JSON.stringify(choice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is chosen.
  const subjectIn = useCallback(
    ({ tree, plan }: DesignSession) => (plan ? subjectOfList(tree, plan, part, choice) : undefined),
    [part, key],
  )
  const [picked, setPicked] = useState<readonly string[]>([])
  const pick = (next: ListChoice) => {
    session.seal()
    setPicked([])
    onChoose(next)
    if (isNarrow && next.of !== 'list') showSheet(true)
  }
  const widthOf = (prop: string) => {
    const heads = canvas.current?.querySelectorAll<HTMLElement>('[data-column]') ?? []
    return [...heads].find((head) => headOf({ target: head })?.prop === prop)?.offsetWidth
  }
  const rows = useMemo(
    () => real.rows ?? sampleRows(form, session.widgets, host),
    [real.rows, form, session, host],
  )
  const records = useMemo(() => recordsIn(rows), [rows])
  const settings = (
    <ListRowsProvider value={records}>
      <SettingsInspector session={session} subjectIn={subjectIn} />
    </ListRowsProvider>
  )
  const bar = (of: ItemList) => ({
    ...{ of, acts, chosen: chosenIn(of, choice) },
    onChoose: (item: string) => pick(choiceOf(of, item)),
  })
  /** Columns that are chosen together: the one whose settings are shown, and those beside it. */
  const columns = new Set([...(choice.of === 'columnList' ? [choice.prop] : []), ...picked])
  const pickBesides = (prop: string) =>
    setPicked(picked.includes(prop) ? picked.filter((one) => one !== prop) : [...picked, prop])
  const place = { session, form, part, acts }
  const list = listIn(session.tree, part)
  return (
    <div className="loam-list-design-body">
      <div className="loam-list-design-main">
        <div ref={bars} className="loam-list-design-bars">
          <ItemBar title={host.text('@listDesign.searches')} {...bar('searchList')}>
            <FieldAdding of="searchList" {...place} />
          </ItemBar>
          <ItemBar
            title={host.text('@listDesign.columns')}
            {...bar('columnList')}
            {...{ widthOf, picked }}
            onPick={pickBesides}
          >
            <FieldAdding of="columnList" {...place} />
          </ItemBar>
          {hasHeaders(list) && (
            <ItemBar
              title={host.text('@listDesign.headers')}
              {...bar('complexHeaderList')}
              onColumn={(column, header) => acts.run(putInto(session.tree, part, header, column))}
            >
              <HeaderAdding
                {...place}
                picked={columns}
                onAdded={(id) => pick(choiceOf('complexHeaderList', id))}
              />
            </ItemBar>
          )}
          <ItemBar title={host.text('@listDesign.toolbar')} {...bar('btnsList')}>
            <ButtonAdding of="btnsList" isView={isView} {...place} />
          </ItemBar>
          {!isView && (
            <ItemBar title={host.text('@listDesign.rowButtons')} {...bar('columnBtnsList')}>
              <ButtonAdding of="columnBtnsList" {...place} />
            </ItemBar>
          )}
          <ItemBar title={host.text('@listDesign.customButtons')} {...bar('customBtnsList')}>
            <CustomAdding {...place} />
          </ItemBar>
          <p className="loam-list-design-keys">
            <span>{host.text('@listDesign.keys')}</span>
            <Button
              size="mini"
              icon={<IconSettings />}
              aria-pressed={choice.of === 'list'}
              onClick={() => {
                pick(THE_LIST)
                if (isNarrow) showSheet(true)
              }}
            >
              {host.text('@listDesign.theList')}
            </Button>
            <Removing {...{ acts, choice }} />
          </p>
        </div>
        {'broken' in found ? (
          <ErrorNote message={found.broken} />
        ) : (
          <>
            <RowsHead real={real} {...(model && { onAgain: () => again(round + 1) })} />
            <ListCanvas
              key={found.list.kind}
              {...{ acts, choice }}
              rows={rows}
              plan={found.list}
              onChoose={pick}
              place={canvas}
            />
          </>
        )}
      </div>
      {!isNarrow && (
        <aside className="loam-list-design-side" aria-label={host.text('@design.settings')}>
          {settings}
        </aside>
      )}
      {isNarrow && (
        <Popup
          mode="sheet"
          className="loam-designer-sheet"
          width="100%"
          visible={isSheet}
          title={host.text('@design.settings')}
          closesBeside
          onClose={() => showSheet(false)}
        >
          {settings}
        </Popup>
      )}
      {announcer}
    </div>
  )
}

/** Takes out what is chosen, for those without keys. */
function Removing({ acts, choice }: { readonly acts: ListActs; readonly choice: ListChoice }) {
  const host = useHost()
  if (choice.of === 'list') return null
  const { of } = choice
  const item = acts.items(of).find(({ key }) => key === chosenIn(of, choice))
  if (!item) return null
  return (
    <Button size="mini" status="danger" onClick={() => acts.remove(of, item.key)}>
      {host.text('@listDesign.remove', { item: item.label })}
    </Button>
  )
}

/** What phones are shown otherwise, told in words when it is asked for. */
function Differences({ session }: { readonly session: DesignSession }) {
  const host = useHost()
  const { tree } = session
  const changes = useMemo(() => phoneDifferences(tree), [tree])
  if (changes.length === 0) return <span>{host.text('@listDesign.same')}</span>
  return (
    <details className="loam-list-design-differs">
      <summary>{host.text('@listDesign.differs', { count: changes.length })}</summary>
      <ul>
        {changes.map((change) => (
          <li key={JSON.stringify(change)}>{changeWords(change, host)}</li>
        ))}
      </ul>
    </details>
  )
}

/** Steps back and forth by key, but where a text is typed. */
function pressHistory(event: KeyboardEvent, session: DesignSession): void {
  const isTyped =
    event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]')
  if (isTyped || !(event.ctrlKey || event.metaKey)) return
  const key = event.key.toLowerCase()
  const kind = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : null
  if (!kind) return
  event.preventDefault()
  void session.go(kind)
}
