// @ts-check
// Light and dark: as the device says, or as the reader chose.

/** @param {string} theme "light", "dark", or "" for what the device says. */
export function applyTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
