import type { Texts } from '../resources';
import type zh from '../zh/forms';

const texts = {
  was: 'was {{value}}',
  tooLong: 'Limit to {{max}} characters; there are {{count}}',
  tooLong_one: 'Limit to {{max}} characters; there is {{count}}',
  unsaved: {
    title: 'There are unsaved changes',
    hint: 'They are lost when you leave.',
    go: 'Discard changes',
    stay: 'Keep editing',
  },
  picture: { choose: 'Choose a picture', change: 'Change the picture', remove: 'Remove the picture' },
  project: {
    create: 'Add project',
    name: 'Project name',
    nameNeeded: 'Give the project a name',
    address: 'Address',
    longitude: 'Longitude',
    latitude: 'Latitude',
    zone: 'Time zone',
    language: 'Language of messages',
    remarks: 'Remarks',
    useStructure: 'Show the level of structures',
    picture: 'Picture',
  },
} satisfies Texts<typeof zh>;

export default texts;
