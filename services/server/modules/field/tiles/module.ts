import { join } from 'node:path'
import { tileCalls } from '@services/contract/areas/field/tiles'
import { notFound } from '../../../http/errors'
import type { ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import { ownSources, ownTile } from './folder'

const MAPS = forEveryone('Background maps of the country')

/**
 * Background tiles of the map: sources that `LOAM_TILES` names and browsers fetch themselves, and folders of tiles in the data
 * folder, which this server hands to whoever is signed in, so that a farm without the internet has its imagery.
 */
export const tilesModule: ServerModule = {
  name: 'tiles',
  register({ options, handle }) {
    const folder = join(options.dataFolder, 'tiles')
    handle(tileCalls['fieldManagement.tileSources'], MAPS, async () => ({
      list: [...(options.tileSources ?? []), ...(await ownSources(folder))],
    }))
    handle(tileCalls['fieldManagement.tile'], MAPS, async (_context, address) => {
      const tile = await ownTile(folder, address)
      if (!tile) throw notFound()
      return tile
    })
  },
}
