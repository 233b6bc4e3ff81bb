import type { Place } from '@/shared/configuration/editor';
import { InitialEditor } from '@/shared/configuration/editors/initial-editor';
import { type PointOwner, useVersions } from '@/shared/configuration/queries';
import { VersionStudio } from '@/shared/configuration/version-studio';
import { standing } from '@/shared/configuration/versions';
import { useCan } from '@/shared/perm/permissions';
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
