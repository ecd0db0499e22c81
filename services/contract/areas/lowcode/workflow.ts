import { Type } from 'typebox'
import { defineCall } from '../../call'
import { ListOf } from '../../envelope'
import { Id, Keyword } from '../../fields'

const TEMPLATE = '/api/workflow/Engine/flowTemplate'

const Flow = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  category: Type.String(),
  /** The model whose records it takes; empty: it has a form of its own. */
  modelId: Type.String(),
  icon: Type.String(),
})

/** Calls of this area, by name. */
export const workflowCalls = {
  'workflow.list': defineCall({
    name: 'workflow.list',
    method: 'GET',
    path: `${TEMPLATE}/ListAll`,
    summary: 'Enabled workflows, by a keyword in their names or codes',
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Flow),
  }),
  'workflow.listOfModel': defineCall({
    name: 'workflow.listOfModel',
    method: 'GET',
    path: `${TEMPLATE}/getflowList`,
    summary: 'Enabled workflows that take the records of a model',
    query: Type.Object({ modelId: Id, keyword: Keyword }),
    response: ListOf(Flow),
  }),
} as const
