import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconPlus } from '@arco-design/web-react/icon'
import { STANDARD_BUTTONS } from '@runtime/design/list/buttons'
import type { ListPart } from '@runtime/design/list/copies'
import { addColumn, addCustomButton, addSearch, switchButton } from '@runtime/design/list/edits'
import { columnsOffered, listIn, type Offered, searchesOffered } from '@runtime/design/list/entries'
import { addHeader, groupable, headerOf } from '@runtime/design/list/headers'
import type { DesignSession } from '@runtime/design/session'
import type { FormPlan } from '@runtime/form/plan'
import { isViewButton } from '@runtime/list/data-view'
import { useHost } from '../../host'
import { SearchedSelect } from '../../searched-select'
import type { ListActs } from './use-list-acts'

interface AddingProps {
  readonly session: DesignSession
  readonly form: FormPlan
  readonly part: ListPart
  readonly acts: ListActs
}

/** Adds one of the form's fields to the columns, or to the search line. */
export function FieldAdding({ of, ...props }: AddingProps & { readonly of: 'columnList' | 'searchList' }) {
  const { session, form, part, acts } = props
  const { tree } = session
  const isColumn = of === 'columnList'
  const taken = new Set(acts.items(of).map(({ key }) => key))
  const all = isColumn ? columnsOffered(tree, form) : searchesOffered(tree, form)
  const free = all.filter(({ prop }) => !taken.has(prop))
  const add = (field: Offered) =>
    acts.run(isColumn ? addColumn(session.tree, part, field) : addSearch(session.tree, part, field))
  return (
    <Choosing
      title={isColumn ? '@listDesign.addColumn' : '@listDesign.addSearch'}
      options={free.map(({ prop, label }) => ({ value: prop, label }))}
      onChoose={(prop) => {
        const field = free.find((one) => one.prop === prop)
        if (field) add(field)
      }}
    />
  )
}

/** Switches on a documented button that is off. */
export function ButtonAdding({
  of,
  isView = false,
  ...props
}: Omit<AddingProps, 'form'> & {
  readonly of: 'btnsList' | 'columnBtnsList'
  readonly isView?: boolean
}) {
  const { session, part, acts } = props
  const host = useHost()
  const taken = new Set(acts.items(of).map(({ key }) => key))
  const free = STANDARD_BUTTONS[of].filter((value) => !taken.has(value) && (!isView || isViewButton(value)))
  return (
    <Choosing
      title="@listDesign.addButton"
      options={free.map((value) => ({ value, label: host.text(`@list.${value}`) }))}
      onChoose={(value) => acts.run(switchButton(session.tree, part, of, value))}
    />
  )
}

export function CustomAdding({ session, part, acts }: Omit<AddingProps, 'form'>) {
  const host = useHost()
  const label = host.text('@listDesign.newButton')
  return (
    <Button
      size="mini"
      icon={<IconPlus />}
      onClick={() => acts.run(addCustomButton(session.tree, part, label))}
    >
      {host.text('@listDesign.addButton')}
    </Button>
  )
}

/** Puts a header over the chosen columns; where none is chosen, over the first that has none. */
export function HeaderAdding({
  session,
  part,
  acts,
  picked,
  onAdded,
}: Omit<AddingProps, 'form'> & {
  readonly picked: ReadonlySet<string>
  readonly onAdded: (id: string) => void
}) {
  const host = useHost()
  const list = listIn(session.tree, part)
  const columns = groupable(list).map(({ prop }) => prop)
  const chosen = columns.filter((prop) => picked.has(prop))
  const free = columns.filter((prop) => headerOf(list, prop) === undefined)
  const under = chosen.length > 0 ? chosen : free.slice(0, 1)
  if (under.length === 0) return null
  const add = () => {
    const { id, command } = addHeader(session.tree, part, host.text('@listDesign.newHeader'), under)
    acts.run(command)
    onAdded(id)
  }
  return (
    <Button size="mini" icon={<IconPlus />} onClick={add}>
      {host.text('@listDesign.addHeader')}
    </Button>
  )
}

interface ChoosingProps {
  readonly title: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

function Choosing({ title, options, onChoose }: ChoosingProps) {
  const host = useHost()
  if (options.length === 0) return null
  return (
    <SearchedSelect
      className="loam-list-design-add"
      size="mini"
      // Nothing stays chosen: what was has become an item.
      value={undefined}
      key={options.length}
      placeholder={host.text(title)}
      aria-label={host.text(title)}
      options={[...options]}
      triggerProps={{ autoAlignPopupWidth: false }}
      onChange={(value: string) => onChoose(value)}
    />
  )
}
