import type { Place } from '@/entities/configuration/editor';
import { ProcessorEditor } from '@/entities/configuration/editors/processor-editor';
import { VersionStudio } from '@/entities/configuration/version-studio';
import { FedPoint } from './fed-point';

interface Props {
  where: { corporationId: number; deviceId: number };
  place: Place;
}

/** How a device's readings are processed at the points it feeds. */
export function ProcessorPanel({ where, place }: Props) {
  return (
    <FedPoint where={where} count={1}>
      {(source) => (
        <VersionStudio
          key={source.measuringPointId}
          owner={{
            kind: 'point',
            structureId: source.structureId,
            id: source.measuringPointId,
            device: { corporationId: where.corporationId, id: where.deviceId },
          }}
          place={{ ...place, measurement: source.measurement, pointId: source.measuringPointId }}
          dense
          aspect="processor"
          blank={{}}
          Editor={ProcessorEditor}
        />
      )}
    </FedPoint>
  );
}
