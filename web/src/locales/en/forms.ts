import type { Texts } from '../resources';
import type zh from '../zh/forms';

const texts = {
  was: 'was {{value}}',
  tooLong: 'At most {{max}} characters, currently {{count}}',
  tooLong_one: 'At most {{max}} characters, currently {{count}}',
  unsaved: {
    title: 'Unsaved changes',
    hint: 'Your changes are lost if you leave.',
    go: 'Discard changes',
    stay: 'Keep editing',
  },
  picture: { choose: 'Choose a picture', change: 'Change the picture', remove: 'Remove the picture' },
  project: {
    create: 'Add project',
    name: 'Project name',
    nameNeeded: 'Enter a project name',
    address: 'Address',
    longitude: 'Longitude',
    latitude: 'Latitude',
    zone: 'Time zone',
    language: 'Language of notifications and reports',
    remarks: 'Remarks',
    useStructure: 'Show alert levels by structure',
    picture: 'Picture',
  },
} satisfies Texts<typeof zh>;

export default texts;
