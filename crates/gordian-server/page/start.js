// Runs before anything is drawn: sets the remembered theme, so that the page does not flash, and asks for
// the files of the scene, so that they come beside those of the frame and not after them.
function remembered(key) {
  try {
    return localStorage.getItem(`gordian.${key}`);
  } catch {
    // Storage may be forbidden; then nothing is remembered.
    return null;
  }
}

const theme = remembered("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

// In a frame of another site, the page is one scene: `shell/route.ts` has this query as well.
if (location.search === "?embed") document.documentElement.dataset.embed = "";

// `vite.config.ts` writes the files of each scene into the page, those of a model apart.
const scenes = JSON.parse(document.documentElement.dataset.scenes ?? "{}");
const scene = /^#\/([a-z0-9-]+)/.exec(location.hash)?.[1].replaceAll("-", "") ?? "home";
const { files = [], model = [] } = Object.hasOwn(scenes, scene) ? scenes[scene] : {};
for (const file of remembered("flat") === "true" ? files : [...files, ...model]) {
  const link = document.createElement("link");
  const isStyle = file.endsWith(".css");
  link.rel = isStyle ? "preload" : "modulepreload";
  if (isStyle) link.as = "style";
  link.crossOrigin = "";
  link.href = file;
  document.head.append(link);
}
