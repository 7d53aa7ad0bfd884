/** Orval writes the address of the service into the client. */
export default {
  arbiter: {
    input: "openapi.yaml",
    output: { target: "types-orval/index.ts", client: "fetch", baseUrl: process.env["ARBITER"] },
  },
};
