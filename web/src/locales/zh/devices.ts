/** The device center: what a device is configured with. */
const texts = {
  inStock: '企业库存',
};

export default texts;
