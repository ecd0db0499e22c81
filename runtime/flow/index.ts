export {
  type Diagram,
  diagramOf,
  END,
  type FlowEdge,
  type FlowStep,
  MOST_STEPS,
  START,
  STEP_KINDS,
  STEP_STATES,
  type StepKind,
  type StepState,
} from './diagram'
