import type { Texts } from '../resources';
import type zh from '../zh/map';

const texts = {
  'layers': 'Base map',
  'layer': { 'vec': 'Vector', 'img': 'Satellite', 'ter': 'Terrain' },
  'failing': 'The online map is not available now; the offline base map is shown',
  'retry': 'Try again',
  'search': 'Search places, points or coordinates',
  'searchHere': 'Search names or coordinates',
  'ours': 'In this system',
  'typed': 'Coordinates',
  'places': 'Places',
  'nothing': 'Nothing found for "{{text}}"',
  'nothingOffline': 'No marker named "{{text}}". The offline map has no place names; enter coordinates instead',
  'searchFailed': 'The search failed',
  'kind': { 'project': 'Project', 'structure': 'Structure', 'point': 'Measuring point' },
  'coordinate': {
    'longitude': 'Longitude',
    'latitude': 'Latitude',
    'longitudeFormat': 'Written DDD:MM:SS.SSSSSSE or W, at most 180 degrees',
    'latitudeFormat': 'Written DD:MM:SS.SSSSSSN or S, at most 90 degrees',
    'both': 'Longitude and latitude belong together',
  },
  'pick': {
    'open': 'Choose on the map',
    'close': 'Hide the map',
    'hint': 'Click the map to set the marker, or drag it; or move the map by the arrow keys and set it at the centre',
    'centre': 'Set at the centre',
    'clear': 'Clear the place',
    'show': 'Show the marker',
    'map': 'Map to choose a place on',
  },
} satisfies Texts<typeof zh>;

export default texts;
