import { Type } from 'typebox'

/** How sure a volume is, the surest first, as `runtime/field/meter` has it. */
export const VolumeQuality = Type.Enum(['measured', 'estimated', 'partial', 'provisional', 'unknown'])
