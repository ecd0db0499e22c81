import { inspectionPrint } from './inspection'
import type { DemoPrint } from './print'
import { purchaseOrderPrint } from './purchase-order'
import { waterUsePrint } from './water-use'

/** Templates of the demo's models, by the name under which each is made once. */
export const demoPrints: Readonly<Record<string, DemoPrint>> = {
  purchaseOrder: purchaseOrderPrint,
  waterUse: waterUsePrint,
  inspection: inspectionPrint,
}
