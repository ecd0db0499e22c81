import { device } from './device'
import type { Entity } from './entity'
import { block, node, pipe } from './plan'
import { gateway, project } from './project'
import { recipe } from './recipe'

/** Everything of the field that is kept by the five calls (`services/contract/areas/field/field-admin.ts`). */
export const ENTITIES = {
  fieldProject: project,
  fieldGateway: gateway,
  fieldDevice: device,
  fieldPipe: pipe,
  fieldNode: node,
  fieldBlock: block,
  fieldRecipe: recipe,
} as const satisfies Readonly<Record<string, Entity>>
