export { picture } from '../adm-prop/picture';
