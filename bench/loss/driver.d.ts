declare module 'pg/lib/connection.js' {
  /** A connection of the driver, before there are queries. */
  const Connection: { prototype: object };
  // biome-ignore lint/style/noDefaultExport: that is how the driver has it
  export default Connection;
}
