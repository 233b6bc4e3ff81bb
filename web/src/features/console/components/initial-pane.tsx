import type { Place } from '@/entities/configuration/editor';
import { InitialEditor } from '@/entities/configuration/editors/initial-editor';
import { type PointOwner, useVersions } from '@/entities/configuration/queries';
import { VersionStudio } from '@/entities/configuration/version-studio';
import { standing } from '@/entities/configuration/versions';
import { useCan } from '@/entities/permission/permissions';
import { InitialProposal } from './initial-proposal';

/** The mean of the first readings: what a change is usually counted from. */
const proposed = { mode: 'auto', time: 0, count: 3 };

interface Props {
  owner: PointOwner;
  place: Place;
  type: string;
}

/** The initial values of a point; the first is proposed in numbers. */
export function InitialPane({ owner, place, type }: Props) {
  const versions = useVersions(owner).data;
  const mayEdit = useCan('Update:MeasuringPoint');
  const has = (aspect: string) => !versions || standing(versions, aspect).length > 0;
  return (
    <>
      {mayEdit && !has('initial') && (
        <InitialProposal
          owner={owner}
          proposed={proposed}
          zone={place.zone}
          formulaMissing={type !== 'artificial' && !has('formula')}
        />
      )}
      <VersionStudio owner={owner} place={place} aspect="initial" proposed blank={proposed} Editor={InitialEditor} />
    </>
  );
}
