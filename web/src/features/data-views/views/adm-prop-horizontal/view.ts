export { view } from '../adm-prop/view';
