/* The judge on this phone: the browser's own Python with the archive beside this script. A message is the address of a
   position; the answer is its screen, or why there is none. Everything comes out of the cache that keep.js filled.
   A message of "ready" answers with both archives again, compiled as far as they were used: after the first answers. */
import { loadPyodide } from "/static/vendor/pyodide-314.0.7/pyodide.mjs";

const begun = (async () => {
  const [python, archive] = await Promise.all([
    loadPyodide({ lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} } }),   // no further package is ever loaded
    fetch(new URL("engine.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  python.FS.writeFile("/engine.zip", new Uint8Array(archive));
  python.runPython("import sys; sys.path.insert(0, '/engine.zip')");
  return python;
})();

const answer = (python, { address, language, house }) => {
  const told = python.pyimport("app.judge.alone").at(address, language, house);
  return told.toJs({ dict_converter: Object.fromEntries });
};
const compiled = (python) => {
  const { archive } = python.pyimport("app.judge.compiled"), [at] = python.runPython("[one for one in sys.path if one.endswith('.zip') and 'lib' in one]");
  return { python: archive(at).toJs(), engine: archive("/engine.zip").toJs() };
};

addEventListener("message", async ({ data }) => {
  const { number } = data;
  try {
    const python = await begun;
    postMessage({ number, ...(data.ready ? compiled(python) : answer(python, data)) });
  } catch (error) {
    console.warn(error);
    postMessage({ number, failed: true });
  }
});
