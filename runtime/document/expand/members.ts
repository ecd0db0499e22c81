import type { DescribedResource, MemberChoice } from '../../resource'
import type { WidgetCatalogue, WidgetDefinition } from '../../widget/definition'
import type { KnownResources } from './known'

type Words = Readonly<Record<string, unknown>>

/** Characters from which on a text has several lines. */
const LONG = 300
/** Records that a field offers to choose from. */
const CHOICES = 10_000

/** What follows from a member of a resource for the field in which it is filled in. */
export interface MemberField {
  readonly label?: string
  readonly widget?: string
  /** Settings of the widget. */
  readonly settings: Words
  readonly required?: true
  readonly requiredMessage?: string
  /** Beside the patterns that the document has. */
  readonly pattern?: Words
}

export class Members {
  private readonly catalogue: WidgetCatalogue
  private readonly resources: KnownResources

  constructor(catalogue: WidgetCatalogue, resources: KnownResources) {
    this.catalogue = catalogue
    this.resources = resources
  }

  /** @param own the widget that the document says */
  field(described: DescribedResource, name: string, own: string | undefined): MemberField {
    const label = described.titles[name]
    const { required, longest } = described.rules[name] ?? {}
    const widget = own ?? this.widgetOf(described, name)
    // What a section or a display is asked for its fields are asked for, or nobody.
    const kind = own === undefined ? 'field' : this.catalogue.get(own)?.kind
    if (kind === 'layout' || kind === 'display')
      return { ...(label !== undefined && { label }), settings: {} }
    return {
      ...(label !== undefined && { label }),
      ...(own === undefined && widget !== undefined && { widget }),
      settings: this.settings(described, name, widget),
      ...(required !== undefined && { required: true }),
      ...(typeof required === 'string' && { requiredMessage: required }),
      ...(longest && {
        pattern: { pattern: `^.{0,${longest.characters}}$`, flags: 's', message: longest.message },
      }),
    }
  }

  /** A field in which it is looked for: what it may be is the same, nothing has to be there. */
  searchField(described: DescribedResource, name: string, own: string | undefined): MemberField {
    const { label, widget, settings } = this.field(described, name, own)
    const { clearable: _clearable, ...looked } = settings
    return {
      ...(label !== undefined && { label }),
      ...(widget !== undefined && { widget }),
      settings: looked,
    }
  }

  /** What a column shows it with. */
  column(described: DescribedResource, path: string): Words {
    const choices = described.choices?.[path]
    if (choices) return { align: 'center', widget: 'tag', settings: { options: choices.map(coloured) } }
    return described.numbers?.includes(path) ? { align: 'right' } : {}
  }

  private widgetOf({ choices, refers, rules }: DescribedResource, name: string): string | undefined {
    if (choices?.[name] || refers?.[name]) return 'select'
    const { type, maxLength = 0 } = rules[name] ?? {}
    switch (type) {
      case 'flag':
        return 'switch'
      case 'integer':
      case 'number':
        return 'number-input'
      case 'text':
        return maxLength >= LONG ? 'textarea' : 'input'
      default:
        return undefined
    }
  }

  private settings(described: DescribedResource, name: string, widget: string | undefined): Words {
    const definition = widget === undefined ? undefined : this.catalogue.get(widget)
    if (!definition) return {}
    const { type, minimum, maximum, maxLength, longest, isNullable } = described.rules[name] ?? {}
    const options = this.options(described, name)
    const mayBeEmpty = isNullable || described.rules[name]?.required === undefined
    const known: Words = {
      ...(minimum !== undefined && { min: minimum }),
      ...(maximum !== undefined && { max: maximum }),
      ...(type === 'integer' && { precision: 0 }),
      ...(maxLength !== undefined && !longest && { maxlength: maxLength }),
      ...(options !== undefined && { options }),
      // Nothing is not among the values of a choice that has to be made.
      ...(described.choices?.[name] && !mayBeEmpty && { clearable: false }),
      ...(described.refers?.[name] && { filterable: true }),
    }
    return taken(known, definition)
  }

  private options({ choices, refers }: DescribedResource, name: string): unknown {
    const values = choices?.[name]
    if (values) return values.map(({ value, label }) => ({ value, label }))
    const reference = refers?.[name]
    const known = reference && this.resources.get(reference.resource)
    if (!reference || !known) return undefined
    const { calls, key, name: title, project } = known.described
    return {
      call: calls.list,
      with: { ...(project !== undefined && { [project]: PROJECT }), pageSize: CHOICES, ...reference.with },
      value: key,
      label: title,
    }
  }
}

/** The project that is chosen. */
export const PROJECT = '${project.id}'

/** Settings that the widget has. */
function taken(settings: Words, definition: WidgetDefinition): Words {
  const has = (key: string) => Object.hasOwn(definition.settings.properties, key)
  return Object.fromEntries(Object.entries(settings).filter(([key]) => has(key)))
}

function coloured({ value, label, color = 'gray' }: MemberChoice): MemberChoice {
  return { value, label, color }
}
