import type { DeviceKind } from './kinds'

/**
 * A whole farm as data: what an import reads, what the demo farm is, what the simulator and the hydraulics work on. Places in
 * degrees (WGS-84), flows in m³/h, diameters in mm, lengths in m.
 */
export interface FarmLayout {
  readonly project: {
    readonly id: string
    readonly name: string
    readonly nameEn: string
    readonly longitude: number
    readonly latitude: number
    readonly defaultZoom: number
    readonly areaM2: number
    readonly isHidden?: boolean
  }
  readonly gateways: readonly {
    readonly id: string
    readonly name: string
    readonly longitude: number
    readonly latitude: number
    readonly link: '4G' | 'ETH' | 'LORA'
  }[]
  readonly pipes: readonly LayoutPipe[]
  readonly nodes: readonly LayoutNode[]
  readonly blocks: readonly {
    readonly id: string
    readonly name: string
    readonly areaM2: number
    readonly crop: string
    readonly designFlow: number
    /** Ring of [longitude, latitude], closed. */
    readonly ring: readonly (readonly [number, number])[]
  }[]
  readonly devices: readonly LayoutDevice[]
  readonly groups: readonly {
    readonly id: string
    readonly name: string
    readonly orderNo: number
    readonly plannedMinutes: number
    readonly members: readonly {
      readonly nodeId: string
      readonly valveId: string
      readonly openDirection: number
      readonly gatage: number
    }[]
  }[]
}

export interface LayoutPipe {
  readonly id: string
  /** `PIPE_LEVEL` */
  readonly level: number
  readonly name: string
  readonly parentId: string | null
  readonly startLongitude: number
  readonly startLatitude: number
  readonly endLongitude: number
  readonly endLatitude: number
  readonly lengthM: number
  readonly innerDmm: number
  readonly outerDmm: number
  readonly sortCode: number
}

export interface LayoutNode {
  readonly id: string
  readonly pipeId: string
  readonly name: string
  readonly longitude: number
  readonly latitude: number
  readonly chainageM: number
  readonly valveId: string | null
  readonly sideABlockId: string | null
  readonly sideBBlockId: string | null
  readonly sortCode: number
}

export interface LayoutDevice {
  readonly id: string
  readonly gatewayId: string
  readonly kind: DeviceKind
  readonly name: string
  readonly longitude: number
  readonly latitude: number
  readonly nodeId: string | null
  readonly uplinkEverySec: number
  /** By its kind (`./kinds`). */
  readonly settings: object
}
