import type { Texts } from '../resources';
import type zh from '../zh/map';

const texts = {
  'layers': 'Base map',
  'layer': { 'vec': 'Vector', 'img': 'Satellite', 'ter': 'Terrain' },
  'failing': 'The online map is not available; showing the offline map',
  'retry': 'Retry',
  'search': 'Search places, points or coordinates',
  'searchHere': 'Search names or coordinates',
  'ours': 'In this system',
  'typed': 'Coordinates',
  'places': 'Places',
  'nothing': 'No results for "{{text}}"',
  'nothingOffline': 'No marker named "{{text}}". The offline map has no place names; enter coordinates instead',
  'searchFailed': 'Search failed',
  'kind': { 'project': 'Project', 'structure': 'Structure', 'point': 'Measuring point' },
  'coordinate': {
    'longitude': 'Longitude',
    'latitude': 'Latitude',
    'longitudeFormat': 'Format DDD:MM:SS.SSSSSSE or W, at most 180 degrees',
    'latitudeFormat': 'Format DD:MM:SS.SSSSSSN or S, at most 90 degrees',
    'both': 'Enter both longitude and latitude',
  },
  'pick': {
    'open': 'Choose on the map',
    'close': 'Hide the map',
    'hint':
      'Click the map to set the marker, or drag it. With the keyboard, move the map with the arrow keys and set the marker at the center',
    'center': 'Set at the center',
    'clear': 'Clear location',
    'show': 'Show the marker',
    'map': 'Map for choosing a location',
  },
} satisfies Texts<typeof zh>;

export default texts;
