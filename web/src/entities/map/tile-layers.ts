import type ImageTile from 'ol/ImageTile';
import TileLayer from 'ol/layer/Tile';
import XYZ from 'ol/source/XYZ';
import type Tile from 'ol/Tile';
import TileState from 'ol/TileState';
import { client, data } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { BaseKind } from './map-info';

/** The last level of the tiles: terrain ends earlier and is enlarged from there on. */
const deepest: Record<BaseKind, number> = { vec: 18, img: 18, ter: 14 };

const labels = { vec: 'cva', img: 'cia', ter: 'cta' } as const;
type Sheet = BaseKind | (typeof labels)[BaseKind];

async function loadTile(tile: Tile, layer: Sheet, onFailed: () => void): Promise<void> {
  const [z, x, y] = tile.getTileCoord() as [number, number, number];
  const image = (tile as ImageTile).getImage() as HTMLImageElement;
  try {
    const picture = await data(
      client.GET('/api/map/tiles/{layer}/{z}/{x}/{y}', { params: { path: { layer, z, x, y } }, parseAs: 'blob' }),
    );
    const url = URL.createObjectURL(picture as unknown as Blob);
    const release = () => URL.revokeObjectURL(url);
    image.addEventListener('load', release, { once: true });
    image.addEventListener('error', release, { once: true });
    image.src = url;
  } catch (error) {
    tile.setState(TileState.ERROR);
    // A missing tile is not an error: a coarser one is shown instead.
    if (!(error instanceof ApiError && error.status === 404)) onFailed();
  }
}

/** The tiles of a base layer and its labels, by the session's own calls: the provider and its key stay on the server. */
export function tileLayers(kind: BaseKind, onFailed: () => void): TileLayer<XYZ>[] {
  return [kind, labels[kind]].map(
    (layer) =>
      new TileLayer({
        source: new XYZ({
          url: `/api/map/tiles/${layer}/{z}/{x}/{y}`,
          minZoom: 1,
          maxZoom: deepest[kind],
          tileLoadFunction: (tile) => void loadTile(tile, layer, onFailed),
        }),
      }),
  );
}
