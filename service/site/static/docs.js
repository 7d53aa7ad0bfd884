"use strict";

// The service begins where this page lies: at "/", or at the prefix that a proxy serves it under.
const own = `${location.origin}/`;
const base = new URL("./", document.baseURI).href;

// Draws the API from this service's own description; nothing is fetched from elsewhere.
window.ui = SwaggerUIBundle({
  url: "openapi.yaml",
  dom_id: "#swagger-ui",
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor(request) {
    if (!request.url.startsWith(base)) request.url = request.url.replace(own, base);
    return request;
  },
});
