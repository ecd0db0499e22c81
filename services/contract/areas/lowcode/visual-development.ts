import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import { Code, Created, Download, Flag, Id, JsonListText, Name, Nullable, SortCode } from '../../fields'
import { CARRIED_NESTING, MODEL_BODY_LIMIT, MODEL_REPORT_LIMIT } from '../../limits'
import { defineResource } from '../../resource'

const BASE = '/api/visualdev/Base'

/** One of a model's documents; stored and answered as text. That all are too large together is said in words of its own. */
const Document = Nullable(JsonListText(MODEL_BODY_LIMIT))

/** What a plan cannot honour, said in the caller's language. */
export const LossLine = Type.Object({
  /** JSON pointer into `formData` or `columnData`. */
  pointer: Type.String(),
  field: Type.Optional(Type.String()),
  /** The widget concerned, as people and the document call it. */
  widget: Type.Optional(Type.String()),
  message: Type.String(),
})

/** One thing that becomes of a design, said in the caller's language. */
export const ChangeLine = Type.Object({
  kind: Type.String(),
  /** `loss`: values leave sight; `tighter`: stored values may not fit any more; `other`. */
  weight: Type.Union([Type.Literal('loss'), Type.Literal('tighter'), Type.Literal('other')]),
  /** Path in the new form; of what leaves it, in the one before. */
  path: Type.Optional(Type.String()),
  message: Type.String(),
})

/** Conflicts of a merge that can be answered one by one. */
const CONFLICTS = 2000
/** Kinds of foreign widgets that an import may say something of. */
const WIDGETS = 200

const Listed = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  type: Type.Integer(),
  webType: Type.String(),
  enableFlow: Flag,
  category: Type.String(),
  /** Name of the category. */
  categoryName: Type.String(),
  /** 0 never released, 1 released, 2 changed since its release. */
  isRelease: Type.Integer({ minimum: 0, maximum: 2 }),
  /** The released version; 0 before the first. */
  version: Type.Integer(),
  /** Raised by every save of the draft; a save that names an older one is refused with 409. */
  draftVersion: Type.Integer(),
  sortCode: Type.Integer(),
  description: Type.String(),
  creatorUser: Type.String(),
  /** Milliseconds since 1970. */
  creatorTime: Type.Integer(),
  lastModifyTime: Type.Union([Type.Integer(), Type.Null()]),
})

const Model = Type.Object({
  ...Listed.properties,
  /** 0: it is disabled, hidden from the menu and read alone. */
  isEnabled: Flag,
  tables: Type.String(),
  formData: Type.String(),
  columnData: Type.String(),
  appColumnData: Type.String(),
})

const members = {
  /** A locale key that the name is said by where there is one: `@demoModels.title.plot`. */
  fullNameI18nCode: Type.Optional(Type.String({ maxLength: 200 })),
  /** `1` form only, `2` form and list, `4` data view: the rows of a data interface. */
  webType: Nullable(Type.Union([Type.String({ maxLength: 2 }), Type.Integer()])),
  type: Nullable(Type.Union([Type.Integer(), Type.String({ maxLength: 2 })])),
  enableFlow: Nullable(Type.Union([Type.Integer(), Type.String({ maxLength: 2 })])),
  category: Nullable(Type.String({ maxLength: 64 })),
  sortCode: Nullable(SortCode),
  description: Nullable(Type.String({ maxLength: 500 })),
  tables: Document,
  formData: Document,
  columnData: Document,
  appColumnData: Document,
}

const ModelBody = Type.Object({ fullName: Name, enCode: Code, ...members })

/** Names too long for a draft are told as findings, not as a body that is out of shape. */
const LongName = Type.String({ maxLength: 1000 })

/** A model from elsewhere; members beside a `text` take the place of its own. */
const ImportBody = Type.Object({
  id: Type.Optional(Id),
  /** A `.vdd` file, an answer of `Config`, or a bare `formData`. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: MODEL_BODY_LIMIT })),
  fullName: Nullable(LongName),
  enCode: Nullable(LongName),
  ...members,
})

/** What foreign widgets become, by the names that the document has; absent: what was chosen when the model last came in. */
const Widgets = Nullable(
  Type.Array(
    Type.Object({
      from: Type.String({ minLength: 1, maxLength: 200 }),
      to: Type.String({ minLength: 1, maxLength: 40 }),
    }),
    { maxItems: WIDGETS },
  ),
)

/** Ids of missing things that are not made, though the others are. */
const Leave = Nullable(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 }))

/** What a check of a model found: `errors` stop a release, `losses` do not. */
const DraftReport = Type.Object({ errors: Type.Array(LossLine), losses: Type.Array(LossLine) })

/** 1: also makes the dictionaries and serial-number rules that a model names and that are not here. */
const Make = Type.Optional(Flag)

/** A draft that was made, and what is wrong with it. */
const Imported = Type.Object({ id: Type.String(), ...DraftReport.properties })

/** Whose value stands where both have changed it, by what stands for the question. */
const Choices = Nullable(
  Type.Array(
    Type.Object({
      key: Type.String({ maxLength: 2000 }),
      side: Type.Union([Type.Literal('ours'), Type.Literal('theirs')]),
    }),
    { maxItems: CONFLICTS },
  ),
)

/** What a merge of a file into a draft would make. */
const MergeReport = Type.Object({
  draftVersion: Type.Integer(),
  /** The version that both come from; 0: none is known. */
  base: Type.Integer(),
  /** What becomes of the draft, in words. */
  changes: Type.Array(ChangeLine),
  /** What both have changed, and not alike. */
  conflicts: Type.Array(
    Type.Object({
      /** Stands for it among the choices, while the draft and the file are as they are. */
      key: Type.String(),
      path: Type.Optional(Type.String()),
      /** What either has made of it, in words. */
      ours: Type.String(),
      theirs: Type.String(),
    }),
  ),
  ...DraftReport.properties,
})

/** What was understood of a model before it is imported. */
const Understood = Type.Object({
  fullName: Type.String(),
  enCode: Type.String(),
  webType: Type.String(),
  formData: Type.String(),
  columnData: Type.String(),
  /** Fields in the form's order, columns after their sub-table. */
  fields: Type.Array(
    Type.Object({
      path: Type.String(),
      label: Type.String(),
      widget: Type.String(),
      required: Type.Boolean(),
      isInert: Type.Boolean(),
      /** How many of the findings are about it. */
      findings: Type.Integer(),
    }),
  ),
  /** Places of the form that hold or show something. */
  places: Type.Integer(),
  /** Those that nothing here can draw. */
  inert: Type.Integer(),
  isMostlyInert: Type.Boolean(),
  /** What it names and is not here; `canMake`: the import makes it when asked, and the caller may. */
  missing: Type.Array(
    Type.Object({
      kind: Type.String(),
      id: Type.String(),
      name: Type.String(),
      canMake: Type.Boolean(),
      /** Of a dictionary: the choices that it would have, those that the model uses. */
      values: Type.Array(Type.String()),
    }),
  ),
  /** Kinds of widgets that nothing here draws, whatever was chosen for them. */
  foreign: Type.Array(
    Type.Object({
      name: Type.String(),
      labels: Type.Array(Type.String()),
      places: Type.Integer(),
      /** Other widgets stand in it. */
      holds: Type.Boolean(),
      /** What it becomes; empty: it stays as it is, and nothing is filled in there. */
      chosen: Type.String(),
      /** What its name says that it is; empty where it says nothing. */
      suggested: Type.String(),
    }),
  ),
  ...DraftReport.properties,
})

export const ReleaseReport = Type.Object({ version: Type.Integer(), ...DraftReport.properties })

/** Calls of this area, by name. */
export const visualDevelopmentCalls = {
  'visualDevelopment.list': defineCall({
    name: 'visualDevelopment.list',
    method: 'GET',
    path: BASE,
    summary: 'Models by page, by keyword and category',
    query: Type.Object({
      ...PageQuery.properties,
      category: Type.Optional(Type.String({ maxLength: 64 })),
      isRelease: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
    }),
    response: PageOf(Listed),
  }),
  'visualDevelopment.all': defineCall({
    name: 'visualDevelopment.all',
    method: 'GET',
    path: `${BASE}/list`,
    summary: 'All models, short',
    query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 200 })) }),
    response: ListOf(Type.Object({ id: Type.String(), fullName: Type.String(), enCode: Type.String() })),
  }),
  'visualDevelopment.selector': defineCall({
    name: 'visualDevelopment.selector',
    method: 'GET',
    path: `${BASE}/Selector`,
    summary: 'Released models to choose from, under their categories',
    query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 200 })) }),
    response: ListOf(
      Type.Object({
        id: Type.String(),
        fullName: Type.String(),
        hasChildren: Type.Boolean(),
        children: Type.Array(
          Type.Object({
            id: Type.String(),
            parentId: Type.String(),
            fullName: Type.String(),
            enCode: Type.String(),
          }),
        ),
      }),
    ),
  }),
  'visualDevelopment.create': defineCall({
    name: 'visualDevelopment.create',
    method: 'POST',
    changes: ['models'],
    path: BASE,
    summary:
      'Makes a model as a draft: of its members, like another model, like a template, or over a data interface',
    body: Type.Object({
      ...ModelBody.properties,
      /** Code of a template; what it refers to is looked for, as of an import. */
      template: Nullable(Code),
      /** Id of a model. */
      copyOf: Nullable(Id),
      make: Make,
      /** Of a data view: the data interface whose rows it shows; their members are its columns. */
      interfaceId: Nullable(Id),
    }),
    bodyLimit: MODEL_BODY_LIMIT,
    nesting: CARRIED_NESTING,
    response: Imported,
  }),
  'visualDevelopment.templates': defineCall({
    name: 'visualDevelopment.templates',
    method: 'GET',
    path: `${BASE}/Templates`,
    summary: 'Models that others begin as, in the caller’s language',
    response: ListOf(Type.Object({ code: Type.String(), fullName: Type.String() })),
  }),
  'visualDevelopment.info': defineCall({
    name: 'visualDevelopment.info',
    method: 'GET',
    path: `${BASE}/:id`,
    summary: 'A model’s draft',
    params: IdParams,
    answerLimit: MODEL_BODY_LIMIT,
    response: Model,
  }),
  'visualDevelopment.update': defineCall({
    name: 'visualDevelopment.update',
    method: 'PUT',
    changes: ['models'],
    path: `${BASE}/:id`,
    summary: 'Saves a model’s draft; what is released stays as it is until the next release',
    params: IdParams,
    body: Type.Object({ ...ModelBody.properties, draftVersion: Type.Optional(Type.Integer()) }),
    bodyLimit: MODEL_BODY_LIMIT,
    nesting: CARRIED_NESTING,
    response: Type.Object({ draftVersion: Type.Integer(), ...DraftReport.properties }),
  }),
  'visualDevelopment.delete': defineCall({
    name: 'visualDevelopment.delete',
    method: 'DELETE',
    changes: ['models'],
    path: `${BASE}/:id`,
    summary: 'Deletes a model; one with records, or that something else names, when its code is typed',
    params: IdParams,
    query: Type.Object({
      /** The model’s code, typed by who deletes its records too. */
      confirm: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: Nothing,
    timeout: 60_000,
  }),
  'visualDevelopment.deletion': defineCall({
    name: 'visualDevelopment.deletion',
    method: 'GET',
    path: `${BASE}/:id/Deletion`,
    summary: 'What would go with a model, and what names it; nothing is deleted by asking',
    params: IdParams,
    response: Type.Object({
      records: Type.Integer(),
      /** How many records go with it, and what names it, each as a sentence; empty: its code need not be typed. */
      lines: Type.Array(Type.Object({ text: Type.String() })),
    }),
  }),
  'visualDevelopment.copy': defineCall({
    name: 'visualDevelopment.copy',
    method: 'POST',
    changes: ['models'],
    path: `${BASE}/:id/Actions/Copy`,
    summary: 'Makes a draft like this model’s, under a name and code of its own',
    params: IdParams,
    response: Created,
  }),
  'visualDevelopment.release': defineCall({
    name: 'visualDevelopment.release',
    changes: ['models'],
    isJob: true,
    method: 'POST',
    path: `${BASE}/:id/Actions/Release`,
    summary: 'Compiles the draft and makes it the model’s next version; puts it into the menu when asked',
    params: IdParams,
    body: Type.Object({
      /** 1: also into the menu, under `pcModuleParentId`. */
      pc: Type.Optional(Flag),
      pcModuleParentId: Type.Optional(Type.String({ maxLength: 64 })),
      /** 1: also into the menu of the app, under `appModuleParentId`; 0: out of it; else it stays as it is. */
      app: Nullable(Flag),
      appModuleParentId: Type.Optional(Type.String({ maxLength: 64 })),
      icon: Type.Optional(Type.String({ maxLength: 100 })),
      /** 1: also where most of its form is inert here; without it such a release is refused with 409. */
      despite: Type.Optional(Flag),
      /** The draft that was checked; where it has moved on the release is refused with 409. */
      draftVersion: Type.Optional(Type.Integer()),
      /** The mark of a check that is accepted; where another is asked, the release is refused with 409 and the report. */
      accept: Type.Optional(Type.String({ maxLength: 64 })),
      /** What is said of it, for those who look at versions. */
      note: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    response: ReleaseReport,
    timeout: 60_000,
  }),
  'visualDevelopment.import': defineCall({
    name: 'visualDevelopment.import',
    method: 'POST',
    changes: ['models'],
    path: `${BASE}/Actions/Import`,
    summary: 'Makes a draft from an exported model: its file’s text, or its members as JSON text or objects',
    body: Type.Object({
      ...ImportBody.properties,
      make: Make,
      leave: Leave,
      widgets: Widgets,
      /** The model whose draft becomes what is imported; it keeps its name, code and what is released. Absent: a new model. */
      replace: Nullable(Id),
      /** The model into whose draft what is imported is merged; `draftVersion`: refused where that has moved on. */
      merge: Nullable(Id),
      choices: Choices,
      draftVersion: Type.Optional(Type.Integer()),
    }),
    bodyLimit: MODEL_BODY_LIMIT,
    nesting: CARRIED_NESTING,
    response: Imported,
  }),
  'visualDevelopment.check': defineCall({
    name: 'visualDevelopment.check',
    method: 'POST',
    isRead: true,
    path: `${BASE}/Actions/Check`,
    summary:
      'What an import of a model would make: how it was understood, what it would lose, what is not here',
    body: Type.Object({ ...ImportBody.properties, widgets: Widgets }),
    bodyLimit: MODEL_BODY_LIMIT,
    nesting: CARRIED_NESTING,
    answerLimit: MODEL_REPORT_LIMIT,
    response: Understood,
  }),
  'visualDevelopment.merge': defineCall({
    name: 'visualDevelopment.merge',
    method: 'POST',
    isRead: true,
    path: `${BASE}/:id/Actions/Merge`,
    summary:
      'What a merge of an exported model into a model’s draft would change, lose and ask; nothing is written',
    params: IdParams,
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: MODEL_BODY_LIMIT }),
      choices: Choices,
      widgets: Widgets,
    }),
    bodyLimit: MODEL_BODY_LIMIT,
    nesting: CARRIED_NESTING,
    answerLimit: MODEL_REPORT_LIMIT,
    response: MergeReport,
  }),
  'visualDevelopment.export': defineCall({
    name: 'visualDevelopment.export',
    method: 'GET',
    path: `${BASE}/:id/Actions/Export`,
    summary:
      'Writes a model’s draft into a .vdd file; one that was imported and not changed since is the same file again',
    params: IdParams,
    query: Type.Object({
      /** 1: with its released versions and storage keys, as the member `loam`, which other products pass over. */
      versions: Type.Optional(Flag),
    }),
    response: Download,
  }),
  'visualDevelopment.fieldDataSelect': defineCall({
    name: 'visualDevelopment.fieldDataSelect',
    method: 'GET',
    path: `${BASE}/:modelId/FieldDataSelect`,
    summary: 'Records of a released model to choose from, as people read them, by page and keyword',
    params: Type.Object({ modelId: Id }),
    query: Type.Object({
      ...PageQuery.properties,
      /** The field that a chosen record is shown by. */
      relationField: Type.Optional(Type.String({ maxLength: 200 })),
      /** Names of the columns shown, with commas between. */
      columnOptions: Type.Optional(Type.String({ maxLength: 4000 })),
    }),
    response: PageOf(Type.Record(Type.String(), Type.Unknown())),
  }),
  'visualDevelopment.formDataFields': defineCall({
    name: 'visualDevelopment.formDataFields',
    method: 'GET',
    path: `${BASE}/:id/FormDataFields`,
    summary: 'Fields of a model; filterType 1: only those that a relation may show',
    params: IdParams,
    query: Type.Object({ filterType: Type.Optional(Type.Integer()) }),
    response: ListOf(Type.Object({ vModel: Type.String(), label: Type.String() })),
  }),
} as const

/** Models, as screens speak of them. */
export const model = defineResource('model', {
  title: '@development.models',
  key: 'id',
  name: 'fullName',
  tag: 'models',
  list: 'visualDevelopment.list',
  delete: 'visualDevelopment.delete',
  export: 'visualDevelopment.export',
  acts: { copy: 'visualDevelopment.copy', release: 'visualDevelopment.release' },
  actForms: { release: 'development/release.form.json' },
  none: '@development.empty',
  right: 'development.models',
  titles: {
    categoryName: '@development.category',
    isRelease: '@common.status',
    version: '@development.version',
  },
  choices: {
    isRelease: [
      { value: 0, label: '@development.draft' },
      { value: 1, label: '@development.released', color: 'green' },
      { value: 2, label: '@development.changed', color: 'orange' },
    ],
  },
})
