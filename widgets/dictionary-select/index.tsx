import '../shared/chooser/chooser.css'
import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconPlus } from '@arco-design/web-react/icon'
import { ChoiceBox } from '../shared/choice-box'
import { NamedCell } from '../shared/chooser'
import { useControlSize } from '../shared/control'
import type { EditProps, Widget } from '../widget'
import { type DictionarySelectSettings, definition } from './definition'

/** CSS width of the dialog in which dictionaries are kept. */
const WIDTH = '1200px'

/** The menu entry of the page where dictionaries are kept. */
const MODULE = 'system.dictionary'

type DictionaryProps = EditProps<DictionarySelectSettings, unknown>

function DictionaryEdit(props: DictionaryProps & { readonly bare?: boolean }) {
  const { multiple, filterable, clearable } = props.settings
  const box = (
    <ChoiceBox
      props={props}
      multiple={multiple}
      filterable={filterable || props.bare === true}
      clearable={clearable}
      tree
      bare={props.bare ?? false}
    />
  )
  const { host } = props
  const mayManage = host.openPage !== undefined && host.may?.(MODULE, 'btn_add') !== false
  if (props.bare || props.disabled || props.readonly || !mayManage) return box
  return (
    <div className="loam-beside">
      {box}
      <Manage {...props} />
    </div>
  )
}

/** Opens the page of dictionaries; what was made there can be chosen when it closes. */
function Manage({ host, reloadOptions }: DictionaryProps) {
  const size = useControlSize()
  const open = async () => {
    const page = { page: 'system/dictionary', title: '@dataWidgets.dictionaries', width: WIDTH }
    await host.openPage?.(page)
    host.names?.forget('dictionary')
    reloadOptions()
  }
  return (
    <Button
      size={size}
      icon={<IconPlus />}
      aria-label={host.text('@dataWidgets.manageDictionary')}
      title={host.text('@dataWidgets.manageDictionary')}
      onClick={() => void open()}
    />
  )
}

export const widget: Widget<DictionarySelectSettings, unknown> = {
  definition,
  Edit: DictionaryEdit,
  CellEdit: (props) => <DictionaryEdit {...props} bare />,
  Cell: NamedCell,
  View: NamedCell,
}
