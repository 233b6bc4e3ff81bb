/** The worker of the PDF reader is loaded as a file, from our own origin. */
declare module '*.mjs?url' {
  const url: string;
  export default url;
}
