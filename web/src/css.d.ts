/** The TopoJSON of the base map is fetched as a file, not bundled. */
declare module '*.json?url' {
  const url: string;
  export default url;
}
